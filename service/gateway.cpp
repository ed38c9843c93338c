#include "service/gateway.hpp"

#include "service/uuid.hpp"

#include <algorithm>

namespace thimble::service {

namespace asio = boost::asio;
using boost::beast::http::verb;

namespace {

/// A client may name its request; the name comes back and stands in the log.
std::string request_id(const http::request& what)
{
    const std::string_view given = what.head["X-Request-Id"];
    const auto harmless = [](char letter) {
        return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
               (letter >= 'A' && letter <= 'Z') || letter == '-' || letter == '_' || letter == '.';
    };
    const bool usable =
        !given.empty() && given.size() <= 64 && std::ranges::all_of(given, harmless);
    return usable ? std::string(given) : random_uuid();
}

failure not_found()
{
    return {.code = "NOT_FOUND", .message = "There is nothing at this path."};
}

failure internal_error()
{
    return {.code = "INTERNAL_ERROR",
            .message = "Something went wrong in the service; its log says what, under the id in "
                       "X-Request-Id."};
}

http::response allow_response(const std::string& methods)
{
    http::response out;
    out.status = 204;
    out.set("Allow", methods);
    return out;
}

http::response wrong_method_response(const std::string& methods)
{
    auto out = to_response({.code = "METHOD_NOT_ALLOWED",
                            .message = "This path takes other methods: " + methods + ".",
                            .context = {{"allow", methods}}});
    out.set("Allow", methods);
    return out;
}

} // namespace

gateway::gateway(const table& endpoints,
                 const keys& doors,
                 const phones& known,
                 std::shared_ptr<spdlog::logger> log)
    : table_(endpoints), keys_(doors), phones_(known), log_(std::move(log))
{
}

asio::awaitable<http::response> gateway::handle(const http::request& what, http::caller& from)
{
    trace seen{.id = request_id(what)};
    http::response out;
    try {
        out = co_await answer(what, from, seen);
    } catch (const boost::system::system_error& error) {
        if (error.code() == asio::error::operation_aborted)
            throw;
        log_->error("request {}: {}", seen.id, error.what());
        out = to_response(internal_error());
    } catch (const std::exception& error) {
        log_->error("request {}: {}", seen.id, error.what());
        out = to_response(internal_error());
    }
    out.set("X-Request-Id", seen.id);
    write_log(what, out, seen);
    co_return out;
}

asio::awaitable<http::response>
gateway::answer(const http::request& what, http::caller& from, trace& seen)
{
    const auto where = http::parse_target(what.head.target());
    if (!where)
        co_return refuse(http::refusal::malformed);
    auto place = table_.find(where->path);
    if (!place)
        co_return to_response(not_found());
    seen.route = place->pattern;
    if (what.head.method() == verb::options)
        co_return allow_response(place->allow());
    const auto* const row = place->find(what.head.method());
    if (row == nullptr)
        co_return wrong_method_response(place->allow());
    call asked{.request = what, .caller = from, .path = std::move(place->values)};
    const auto fine = check(*row, *where, asked);
    auto out = fine ? co_await row->answer(asked) : to_response(fine.error());
    if (!asked.phone_id.empty()) {
        out.set("X-Phone-Id", asked.phone_id);
        seen.phone_id = asked.phone_id;
    }
    co_return out;
}

result<void> gateway::check(const endpoint& row, const http::target& where, call& what) const
{
    if (row.open_to == endpoint::access::account) {
        auto who = keys_.authenticate(what.request);
        if (!who)
            return std::unexpected(std::move(who.error()));
        what.who = std::move(*who);
    }
    if (row.method != verb::get && row.method != verb::delete_)
        if (auto read = read_body(row.body, row.one_field_needed, what.request, what.given); !read)
            return read;
    if (auto read = read_query(row.query, where, what.given); !read)
        return read;
    if (row.subject == endpoint::about::nothing)
        return {};
    auto phone = find_phone(what);
    if (!phone)
        return std::unexpected(std::move(phone.error()));
    what.phone = std::move(*phone);
    what.phone_id = what.phone->id;
    return {};
}

result<phone_ptr> gateway::find_phone(const call& what) const
{
    const auto id = what.path.find("phone_id");
    return id == what.path.end() ? phones_.the_one() : phones_.find(id->second);
}

void gateway::write_log(const http::request& what, const http::response& out, const trace& seen)
{
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - seen.began;
    log_->info("request={} {} {} status={} ms={:.2f} phone={}", seen.id,
               std::string_view(what.head.method_string()), seen.route, out.status, spent.count(),
               seen.phone_id);
}

http::response gateway::refuse(http::refusal why)
{
    switch (why) {
    case http::refusal::malformed:
        return to_response(
            {.code = "BAD_REQUEST", .message = "This is not a request that can be understood."});
    case http::refusal::headers_too_large:
        return to_response({.code = "HEADERS_TOO_LARGE",
                            .message = "The request line and headers are longer than this service "
                                       "takes."});
    case http::refusal::timed_out:
        return to_response({.code = "REQUEST_TIMEOUT",
                            .message = "The request did not arrive completely in time."});
    }
    std::unreachable();
}

} // namespace thimble::service
