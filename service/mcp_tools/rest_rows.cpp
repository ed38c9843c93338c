#include "service/mcp_tools/rest_rows.hpp"

#include "text/ascii.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service::mcp_tools {

namespace asio = boost::asio;
using boost::beast::http::field;
using boost::beast::http::verb;
using nlohmann::json;

namespace {
constexpr std::size_t longest_record = 1024UL * 1024; // bytes that are read as JSON
}

/// Lives until both the request and whoever waits for it are done with it.
struct rest_rows::exchange {
    explicit exchange(const asio::any_io_executor& home) : changed(home) {}

    http::request what;
    http::caller from;
    std::optional<http::response> response;
    bool over = false;
    async::signal changed;
};

std::string rest_answer::header(std::string_view name) const
{
    for (const auto& [key, value] : response.headers)
        if (to_lower(key) == to_lower(name))
            return value;
    return {};
}

std::span<const std::byte> rest_answer::bytes() const
{
    if (const auto* shared = std::get_if<http::shared_bytes>(&response.body))
        return *shared ? std::span<const std::byte>(**shared) : std::span<const std::byte>();
    return std::as_bytes(std::span(std::get<std::string>(response.body)));
}

rest_rows::rest_rows(asio::any_io_executor home,
                     gateway& entrance,
                     const table& endpoints,
                     std::function<void(const std::exception_ptr&)> on_failure)
    : home_(home), entrance_(entrance), endpoints_(endpoints),
      under_way_(std::move(home), std::move(on_failure))
{
}

const endpoint* rest_rows::find(verb method, std::string_view pattern) const
{
    const auto route = std::ranges::find(
        endpoints_.routes(), pattern, [](const table::route& each) { return each.pattern.text(); });
    if (route == endpoints_.routes().end())
        return nullptr;
    const auto row = std::ranges::find(route->endpoints, method, &endpoint::method);
    return row == route->endpoints.end() ? nullptr : &*row;
}

asio::awaitable<void> rest_rows::run(std::shared_ptr<exchange> one, account who)
{
    struct until_over {
        exchange& of;
        ~until_over()
        {
            of.over = true;
            of.changed.notify_all();
        }
    };
    const until_over mark{*one};
    one->response = co_await entrance_.handle_within(std::move(who), one->what, one->from);
}

std::shared_ptr<rest_rows::exchange> rest_rows::begin(account who,
                                                      verb method,
                                                      std::string target,
                                                      const json& body,
                                                      const std::optional<trace_context>& trace)
{
    auto one = std::make_shared<exchange>(home_);
    one->what.head.method(method);
    one->what.head.target(target);
    one->what.head.version(11);
    if (trace) // the row is a hop of its own where it sends something on
        one->what.head.set(trace_context::field, trace->text());
    if (method != verb::get && method != verb::delete_) {
        one->what.head.set(field::content_type, "application/json");
        one->what.body = body.is_null() ? "{}" : body.dump();
    }
    under_way_.spawn(run(one, std::move(who)));
    return one;
}

asio::awaitable<rest_answer> rest_rows::ask(
    account who, verb method, std::string target, json body, std::optional<trace_context> trace)
{
    const auto one = begin(std::move(who), method, std::move(target), body, trace);
    struct until_answered {
        exchange& of;
        ~until_answered()
        {
            if (!of.over)
                of.from.leave();
        }
    };
    const until_answered mark{*one};
    while (!one->over)
        co_await one->changed.wait();
    rest_answer out;
    if (!one->response)
        out.response.status = 503; // the service ends
    else
        out.response = std::move(*one->response);
    const auto* text = std::get_if<std::string>(&out.response.body);
    if (text != nullptr && text->size() <= longest_record)
        if (auto read = json::parse(*text, nullptr, false); !read.is_discarded())
            out.record = std::move(read);
    co_return out;
}

void rest_rows::tell(account who, verb method, std::string target)
{
    // The account itself, since the key may have been revoked, and the caller cancelled for that.
    who.key_id = {};
    who.sign_in_id = {};
    who.grant_id = {};
    begin(std::move(who), method, std::move(target), nullptr);
}

asio::awaitable<void> rest_rows::until_idle()
{
    co_await under_way_.until_empty();
}

std::string phone_target(const std::string& phone_id, std::string_view tail)
{
    return "/v1/phones/" + phone_id + "/" + std::string(tail);
}

} // namespace thimble::service::mcp_tools
