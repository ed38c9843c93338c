#include "service/webhooks/webhook_request.hpp"

#include "async/aborted.hpp"
#include "http/client/server_address.hpp"
#include "service/webhooks/webhook_signature.hpp"
#include "text/url.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <expected>

namespace thimble::service {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using boost::system::error_code;

namespace {

constexpr std::uint32_t largest_head = 16UL * 1024;

failure wrong_url(std::string_view rule)
{
    return invalid_argument("url", "malformed", rule);
}

using webhook_post = beast_http::request<beast_http::string_body>;

webhook_post to_post(const webhook_message& what, const server_address& server)
{
    const auto url = parse_url(what.url).value();
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    const auto timestamp = now.time_since_epoch().count();
    const auto path = url.encoded_target();
    constexpr unsigned http_1_1 = 11;
    webhook_post out(beast_http::verb::post, path.empty() ? "/" : std::string(path), http_1_1);
    out.set(beast_http::field::host, server.authority());
    out.set(beast_http::field::user_agent, "Thimble");
    out.set(beast_http::field::content_type, "application/json");
    out.set(beast_http::field::connection, "close");
    out.set("Webhook-Id", what.id);
    out.set("Webhook-Timestamp", std::to_string(timestamp));
    out.set("Webhook-Signature", sign_webhook(what.secret, what.id, timestamp, what.body));
    out.body() = what.body;
    out.prepare_payload();
    return out;
}

/// The status of the answer, whose body is of no use to anybody.
asio::awaitable<std::expected<int, std::string>> post(http::stream& over, const webhook_post& what)
{
    error_code failed;
    co_await beast_http::async_write(over, what, asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    boost::beast::flat_buffer received;
    beast_http::response_parser<beast_http::empty_body> answer;
    answer.header_limit(largest_head);
    co_await beast_http::async_read_header(over, received, answer,
                                           asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    if (failed)
        co_return std::unexpected("it does not answer as HTTP does");
    co_return static_cast<int>(answer.get().result_int());
}

} // namespace

result<void> check_webhook_url(std::string_view url, const webhook_reach& within)
{
    const auto parsed = parse_url(url);
    if (!parsed || parsed->has_userinfo() || parsed->has_fragment())
        return std::unexpected(
            wrong_url("must be an absolute URL without user, password and fragment"));
    const auto server = server_of(*parsed);
    if (!server)
        return std::unexpected(wrong_url("must be an https URL: " + server.error()));
    error_code is_name;
    const auto address = asio::ip::make_address(server->host, is_name);
    const bool reachable = is_name ? !server->loopback : http::may_reach(address, within);
    if (!reachable && !within.private_addresses)
        return std::unexpected(invalid_argument(
            "url", "private_address",
            "must not lead to a private address or to this machine; an operator may allow that"));
    return {};
}

bool is_encrypted(std::string_view url)
{
    const auto parsed = parse_url(url);
    return !parsed || parsed->scheme_id() != boost::urls::scheme::http;
}

asio::awaitable<attempt_outcome>
send_webhook(webhook_message what, webhook_reach within, async::worker& resolver)
{
    const auto parsed = parse_url(what.url);
    const auto server = parsed ? server_of(*parsed) : std::unexpected(std::string());
    if (!server)
        co_return attempt_outcome{.error = "its URL cannot be read"};
    auto over = co_await http::connect_outside(*server, within, resolver);
    if (!over)
        co_return attempt_outcome{.error = std::move(over.error())};
    const auto request = to_post(what, *server);
    const auto status = co_await post(*over, request);
    over->close();
    if (!status)
        co_return attempt_outcome{.error = status.error()};
    const bool taken = *status >= 200 && *status < 300; // of HTTP
    co_return attempt_outcome{.status = *status,
                              .error = taken ? "" : "it answers " + std::to_string(*status)};
}

} // namespace thimble::service
