#include "daemon/serving/control_handler.hpp"

#include "async/aborted.hpp"
#include "async/race.hpp"
#include "async/signal.hpp"
#include "daemon/debug_forms/debug_rows.hpp"
#include "daemon/report/blocker_json.hpp"
#include "daemon/report/phone_record.hpp"
#include "daemon/report/phone_report.hpp"
#include "daemon/report/version.hpp"
#include "daemon/serving/debug_answers.hpp"
#include "daemon/serving/runner_answers.hpp"
#include "text/lists.hpp"

#include <algorithm>
#include <unistd.h>

namespace thimble::daemon {

namespace asio = boost::asio;
namespace http = service::http;
using boost::beast::http::verb;
using nlohmann::ordered_json;

namespace {

/// Paths that begin so are answered by the phones of this machine.
const std::vector<std::string> own_path{"local", "v1"};

bool is_own(const http::target& where)
{
    return where.path.size() > own_path.size() &&
           std::ranges::equal(own_path, std::span(where.path).first(own_path.size()));
}

/// Null where there is nothing to say of one, as before iOS 17.4.
ordered_json tunnel_record(const device::phone_facts& facts)
{
    if (!facts.tunnel_open && facts.tunnel_problem.empty())
        return nullptr;
    ordered_json record;
    record["open"] = facts.tunnel_open;
    record["problem"] = facts.tunnel_open ? ordered_json() : ordered_json(facts.tunnel_problem);
    return record;
}

control_answer status_of(phone_host& host)
{
    control_answer now;
    now.record["pid"] = ::getpid();
    now.record["version"] = version;
    now.record["address"] = host.address().empty() ? ordered_json() : ordered_json(host.address());
    const auto link = host.link();
    now.record["link"] = link ? to_json(*link) : ordered_json();
    now.record["host_blockers"] = to_json(blockers_of(host.fleet().host_blockers()));
    now.record["stuck_calls"] = host.fleet().stuck_calls();
    auto& list = now.record["phones"] = ordered_json::array();
    for (const auto& each : host.fleet().phones()) {
        auto record = phone_record(report_of(*each, host.executor().reads_text()));
        record["tunnel"] = tunnel_record(each->facts());
        record["queue_depth"] = host.executor().waiting(each->facts().udid);
        const auto& udid = each->facts().udid;
        record["live_streams"] = host.streams().count(udid) + host.videos().count(udid);
        list.push_back(std::move(record));
    }
    return now;
}

control_answer sign_in_link_of(const phone_host& host)
{
    const auto link = host.sign_in_link();
    if (!link)
        return error_answer("UNSUPPORTED_ACTION",
                            "This thimbled serves no pages; sign in at the service.");
    control_answer made;
    made.record["link"] = *link;
    return made;
}

http::response nothing_here()
{
    return to_response(error_answer("NOT_FOUND", "There is nothing at this path."));
}

http::response other_method(std::string_view allowed)
{
    auto out = to_response(error_answer("METHOD_NOT_ALLOWED", "This path takes another method."));
    out.set("Allow", std::string(allowed));
    return out;
}

http::response mcp_answer(const control_handler::mcp_opener& open)
{
    auto opened = open ? open() : std::nullopt;
    if (opened)
        return std::move(*opened);
    return to_response(error_answer("UNSUPPORTED_ACTION",
                                    "This thimbled belongs to a service, whose /mcp has its "
                                    "phones."));
}

/// An action as a path names it: "home", "phones/UDID/tap/select".
struct named_action {
    std::optional<std::string> phone; // id, UDID or name
    std::string name;
};

named_action action_in(std::span<const std::string> path)
{
    named_action out;
    if (path.size() > 2 && path.front() == phones_row) {
        out.phone = path[1];
        path = path.subspan(2);
    }
    out.name = service::joined(path, "/");
    return out;
}

asio::awaitable<http::response>
answer_for_runner(phone_host& host, named_action wanted, const http::request& what)
{
    if (what.head.method() != verb::post)
        co_return other_method("POST");
    const auto phone = choose_phone(host, wanted.phone);
    if (!phone)
        co_return to_response(phone.error());
    co_return to_response(co_await switch_runner(host, *phone, wanted.name));
}

asio::awaitable<http::response>
perform(phone_host& host, named_action wanted, const http::request& what)
{
    const auto rows = debug_rows();
    const auto row = std::ranges::find_if(rows, [&](const auto& each) {
        return each.name == wanted.name || each.typed_as() == wanted.name;
    });
    if (row == rows.end() || row->name == phones_row)
        co_return nothing_here();
    if (what.head.method() != verb::post)
        co_return other_method("POST");
    service::arguments given;
    if (auto read = service::read_body(row->body, false, what, given); !read)
        co_return service::to_response(read.error());
    auto action = make_action(*row, given);
    if (!action)
        co_return service::to_response(action.error());
    const auto phone = choose_phone(host, wanted.phone);
    if (!phone)
        co_return to_response(phone.error());
    co_return to_response(co_await perform_on(host, *phone, std::move(*action)));
}

asio::awaitable<void> until_gone(http::caller& from, std::shared_ptr<async::signal> left)
{
    while (!from.gone())
        co_await left->wait();
}

} // namespace

control_handler::control_handler(asio::any_io_executor home,
                                 phone_host& phones,
                                 std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), phones_(phones), log_(std::move(log))
{
}

bool control_handler::wants_body(const http::request& what)
{
    const auto where = http::parse_target(what.head.target());
    return (where && is_own(*where)) || (others_ != nullptr && others_->wants_body(what));
}

asio::awaitable<http::response> control_handler::handle(const http::request& what,
                                                        http::caller& from)
{
    auto where = http::parse_target(what.head.target());
    if (!where || !is_own(*where))
        co_return others_ == nullptr ? nothing_here() : co_await others_->handle(what, from);
    const auto left = std::make_shared<async::signal>(home_);
    from.when_gone([left] { left->notify_all(); });
    try {
        auto first = co_await async::race(answer(what, std::move(*where)), until_gone(from, left));
        if (auto* const answered = std::get_if<http::response>(&first))
            co_return std::move(*answered);
        log_->info("whoever asked over the control socket has gone");
    } catch (const std::exception& problem) {
        async::throw_if_aborted(problem);
        log_->error("the control socket failed a client: {}", problem.what());
    }
    co_return to_response(
        error_answer("INTERNAL_ERROR", "Something went wrong in thimbled; its log says what."));
}

http::response control_handler::refuse(http::refusal why)
{
    if (why == http::refusal::timed_out)
        return to_response(error_answer("REQUEST_TIMEOUT", "The request did not come in time."));
    if (why == http::refusal::headers_too_large)
        return to_response(error_answer("HEADERS_TOO_LARGE", "The request's head is too long."));
    return to_response(
        error_answer("BAD_REQUEST", "This is not a request that can be understood."));
}

asio::awaitable<http::response> control_handler::answer(const http::request& what,
                                                        http::target where)
{
    const auto path = std::span<const std::string>(where.path).subspan(own_path.size());
    const auto method = what.head.method();
    if (path.size() == 1 && (path[0] == "status" || path[0] == phones_row)) {
        if (method != verb::get)
            co_return other_method("GET");
        co_return to_response(path[0] == "status" ? status_of(phones_) : phones_answer(phones_));
    }
    if (path.size() == 1 && path[0] == "sign-in-links") {
        if (method != verb::post)
            co_return other_method("POST");
        co_return to_response(sign_in_link_of(phones_));
    }
    if (path.size() == 1 && path[0] == "mcp") {
        if (method != verb::get)
            co_return other_method("GET");
        co_return mcp_answer(open_mcp_);
    }
    auto wanted = action_in(path);
    if (is_runner_request(wanted.name))
        co_return co_await answer_for_runner(phones_, std::move(wanted), what);
    co_return co_await perform(phones_, std::move(wanted), what);
}

} // namespace thimble::daemon
