#include "device/images/signing_server.hpp"

#include "http/client/trust.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/url/parse.hpp>

#include <exception>
#include <string_view>

namespace thimble::device::images {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

constexpr std::uint64_t largest_reply = 4UL << 20; // bytes
constexpr std::size_t longest_message = 200;

failure not_signed(std::string message, std::string cause)
{
    return {.what = problem::refused, .message = std::move(message), .cause = std::move(cause)};
}

failure not_reached(const std::string& why)
{
    return not_signed("The server that signs developer images cannot be reached (" + why +
                          "). It is asked once for each phone and image; name another address with "
                          "--image-server where this computer has no Internet.",
                      "signing_server_unreachable");
}

struct address {
    bool encrypted = false;
    std::string host;
    std::string port;
    std::string target;
};

std::optional<address> parse_address(const std::string& url)
{
    const auto parsed = boost::urls::parse_uri(url);
    if (!parsed || parsed->host().empty())
        return std::nullopt;
    const bool encrypted = parsed->scheme() == "https";
    if (!encrypted && parsed->scheme() != "http")
        return std::nullopt;
    std::string target(parsed->encoded_resource());
    return address{.encrypted = encrypted,
                   .host = std::string(parsed->host_address()),
                   .port = parsed->has_port() ? std::string(parsed->port())
                                              : std::string(encrypted ? "443" : "80"),
                   .target = target.starts_with('/') ? target : "/" + target};
}

using post_request = http::request<http::string_body>;

post_request request_for(const address& where, const std::string& body)
{
    post_request request(http::verb::post, where.target, 11);
    request.set(http::field::host, where.host + ":" + where.port);
    request.set(http::field::cache_control, "no-cache");
    request.set(http::field::content_type, "text/xml; charset=\"utf-8\"");
    request.set(http::field::user_agent, "InetURL/1.0");
    request.set(http::field::connection, "close");
    request.body() = body;
    request.prepare_payload();
    return request;
}

template <class Stream>
asio::awaitable<std::string> exchange(Stream& over, const post_request& request)
{
    co_await http::async_write(over, request, asio::use_awaitable);
    beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.body_limit(largest_reply);
    co_await http::async_read(over, buffer, parser, asio::use_awaitable);
    co_return parser.get().body();
}

asio::awaitable<std::string>
post(address where, std::string body, asio::ssl::context* trust, std::chrono::milliseconds limit)
{
    const auto home = co_await asio::this_coro::executor;
    asio::ip::tcp::resolver resolver(home);
    beast::tcp_stream stream(home);
    const auto found = co_await resolver.async_resolve(where.host, where.port, asio::use_awaitable);
    stream.expires_after(limit);
    co_await stream.async_connect(found, asio::use_awaitable);
    const auto request = request_for(where, body);
    if (!where.encrypted)
        co_return co_await exchange(stream, request);
    beast::ssl_stream<beast::tcp_stream> encryption(std::move(stream), *trust);
    service::http::expect_host(*encryption.native_handle(), where.host);
    co_await encryption.async_handshake(asio::ssl::stream_base::client, asio::use_awaitable);
    co_return co_await exchange(encryption, request);
}

} // namespace

result<blob> ticket_in(const std::string& answer)
{
    constexpr std::string_view good = "STATUS=0&";
    constexpr std::string_view content = "&REQUEST_STRING=";
    const auto begin = answer.find(content);
    if (answer.starts_with(good) && begin != std::string::npos) {
        const auto list =
            parse_property_list(std::string_view(answer).substr(begin + content.size()));
        if (auto ticket = data_at(list.get(), "ApImg4Ticket"); ticket && !ticket->empty())
            return *ticket;
    }
    if (answer.starts_with("STATUS=94&") || answer.starts_with("STATUS=69&"))
        return std::unexpected(
            not_signed("The developer image is not signed for this phone any more: take a newer "
                       "one.",
                       "image_not_eligible"));
    return std::unexpected(
        not_signed("The server that signs developer images refused: " +
                       answer.substr(0, std::min(answer.find('\n'), longest_message)),
                   "signing_refused"));
}

result<blob> ask_for_ticket(const signing_server& where,
                            const std::string& request,
                            std::chrono::milliseconds limit)
{
    const auto to = parse_address(where.url);
    if (!to)
        return std::unexpected(not_signed("The address of the signing server is no URL of http or "
                                          "https.",
                                          "signing_server_address"));
    std::unique_ptr<asio::ssl::context> trust;
    if (to->encrypted) {
        auto loaded = service::http::load_trust(where.authority);
        if (!loaded)
            return std::unexpected(not_signed(loaded.error(), "signing_server_address"));
        trust = std::move(*loaded);
    }
    asio::io_context context(1);
    std::string answer;
    std::exception_ptr problem;
    bool ended = false;
    asio::co_spawn(context, post(*to, request, trust.get(), limit),
                   [&](std::exception_ptr thrown, std::string body) {
                       problem = std::move(thrown);
                       answer = std::move(body);
                       ended = true;
                   });
    context.run_for(limit);
    if (!ended)
        return std::unexpected(not_reached("no answer in time"));
    try {
        if (problem)
            std::rethrow_exception(problem);
    } catch (const std::exception& why) {
        return std::unexpected(not_reached(why.what()));
    }
    return ticket_in(answer);
}

} // namespace thimble::device::images
