#include "device/images/signing_server.hpp"

#include "async/deadline.hpp"
#include "async/exception_text.hpp"
#include "async/worker.hpp"
#include "device/plist/property_list.hpp"
#include "device/text_limit.hpp"
#include "http/client/connect.hpp"
#include "http/client/trust.hpp"
#include "text/url.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <exception>
#include <string_view>

namespace thimble::device::images {
namespace {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
namespace http = service::http;

constexpr std::uint64_t largest_reply = 4UL << 20; // bytes
constexpr std::size_t longest_message = 200;

failure not_signed(std::string message, std::string cause)
{
    return {.what = problem::refused, .message = std::move(message), .cause = std::move(cause)};
}

failure not_reached(const std::string& why)
{
    return not_signed("The server that signs developer images cannot be reached. " + why +
                          " It is asked once for each phone and image; name another address with "
                          "--image-server where this computer has no Internet.",
                      "signing_server_unreachable");
}

failure bad_address(const std::string& why)
{
    return not_signed(
        "The address of the server that signs developer images cannot be used: " + why + ".",
        "signing_server_address");
}

struct address {
    service::server_address server;
    std::string target;
};

result<address> parse_address(const std::string& url)
{
    const auto parsed = service::parse_url(url);
    if (!parsed)
        return std::unexpected(bad_address("it is no URL"));
    auto server = service::any_server_of(*parsed);
    if (!server)
        return std::unexpected(bad_address(server.error()));
    std::string target(parsed->encoded_resource());
    return address{.server = std::move(*server),
                   .target = target.starts_with('/') ? target : "/" + target};
}

using post_request = beast_http::request<beast_http::string_body>;

post_request request_for(const address& where, std::string body)
{
    post_request request(beast_http::verb::post, where.target, 11);
    request.set(beast_http::field::host, where.server.authority());
    request.set(beast_http::field::cache_control, "no-cache");
    request.set(beast_http::field::content_type, "text/xml; charset=\"utf-8\"");
    request.set(beast_http::field::user_agent, "InetURL/1.0");
    request.set(beast_http::field::connection, "close");
    request.body() = std::move(body);
    request.prepare_payload();
    return request;
}

/// The text of the answer. Throws where the connection breaks.
asio::awaitable<result<std::string>>
post(address where, std::string body, asio::ssl::context* trust, std::chrono::milliseconds limit)
{
    async::worker resolver(co_await asio::this_coro::executor);
    auto over = co_await http::connect({.server = where.server, .trust = trust}, resolver, limit);
    if (!over)
        co_return std::unexpected(not_reached(over.error().message));
    const auto request = request_for(where, std::move(body));
    co_await beast_http::async_write(*over, request, asio::use_awaitable);
    boost::beast::flat_buffer buffer;
    beast_http::response_parser<beast_http::string_body> parser;
    parser.body_limit(largest_reply);
    co_await beast_http::async_read(*over, buffer, parser, asio::use_awaitable);
    co_return std::move(parser.get().body());
}

} // namespace

result<blob> ticket_in(const std::string& answer)
{
    constexpr std::string_view good = "STATUS=0&";
    constexpr std::string_view content = "&REQUEST_STRING=";
    const auto begin = answer.find(content);
    if (answer.starts_with(good) && begin != std::string::npos) {
        const auto list =
            plist::parse_property_list(std::string_view(answer).substr(begin + content.size()));
        const auto ticket = list ? plist::data_at(*list, "ApImg4Ticket") : std::nullopt;
        if (ticket && !ticket->empty())
            return *ticket;
    }
    if (answer.starts_with("STATUS=94&") || answer.starts_with("STATUS=69&"))
        return std::unexpected(
            not_signed("The developer image is not signed for this phone any more (status " +
                           answer.substr(answer.find('=') + 1, 2) +
                           "): take one that is as new as the phone's iOS.",
                       "image_not_eligible"));
    return std::unexpected(not_signed(
        "The server that signs developer images refused: " +
            cut_to_line(std::string_view(answer).substr(0, answer.find('\n')), longest_message),
        "signing_refused"));
}

result<blob> ask_for_ticket(const signing_server& where,
                            const std::string& request,
                            std::chrono::milliseconds limit)
{
    const auto to = parse_address(where.url);
    if (!to)
        return std::unexpected(to.error());
    std::unique_ptr<asio::ssl::context> trust;
    if (to->server.encrypted) {
        auto loaded = http::load_trust(where.authority);
        if (!loaded)
            return std::unexpected(not_signed(loaded.error(), "signing_server_address"));
        trust = std::move(*loaded);
    }
    std::optional<result<std::string>> answer;
    std::exception_ptr broken;
    asio::io_context context(1);
    asio::co_spawn(context, async::with_timeout(limit, post(*to, request, trust.get(), limit)),
                   [&](std::exception_ptr thrown, std::optional<result<std::string>> came) {
                       broken = std::move(thrown);
                       answer = std::move(came);
                   });
    context.run();
    if (broken)
        return std::unexpected(not_reached(async::exception_text(broken) + "."));
    if (!answer)
        return std::unexpected(not_reached("It did not answer in time."));
    if (!*answer)
        return std::unexpected(std::move(answer->error()));
    return ticket_in(**answer);
}

} // namespace thimble::device::images
