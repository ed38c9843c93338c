#include "virtualphone/wda/transmission.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

namespace asio = boost::asio;

asio::awaitable<void> pause(stream& client, milliseconds length)
{
    asio::steady_timer timer(client.get_executor(),
                             std::chrono::ceil<std::chrono::milliseconds>(length));
    co_await timer.async_wait(asio::use_awaitable);
}

/// False when the client has gone.
asio::awaitable<bool> write(stream& client, std::string_view header, std::string_view body)
{
    // One gathered write: in two, the second would wait for the client's delayed acknowledgement.
    const std::array parts{asio::buffer(header), asio::buffer(body)};
    const auto [error, size] =
        co_await asio::async_write(client, parts, asio::as_tuple(asio::use_awaitable));
    co_return !error;
}

asio::awaitable<bool> trickle(stream& client, std::string_view bytes, milliseconds between)
{
    constexpr std::size_t a_few = 8;
    while (!bytes.empty()) {
        const std::string_view some = bytes.substr(0, a_few);
        if (!co_await write(client, some, {}))
            co_return false;
        bytes.remove_prefix(some.size());
        co_await pause(client, between);
    }
    co_return true;
}

std::string corrupted(std::string body)
{
    std::ranges::replace(body, '"', '\'');
    std::ranges::replace(body, '\xFF', '\xFE'); // what begins every marker of a JPEG
    return body;
}

} // namespace

response_text response_for(const answer& what, const std::optional<std::string>& session)
{
    response_text text;
    text.body = body_text(what, session);
    text.header = "HTTP/1.1 " + std::to_string(static_cast<unsigned>(what.status)) + " ";
    text.header += boost::beast::http::obsolete_reason(what.status);
    text.header += "\r\nServer: WebDriverAgent/1.0"
                   "\r\nAccess-Control-Allow-Origin: *"
                   "\r\nAccess-Control-Allow-Headers: Content-Type, X-Requested-With"
                   "\r\nContent-Type: ";
    text.header += what.plain ? what.plain->content_type : "application/json;charset=UTF-8";
    text.header += "\r\nContent-Length: " + std::to_string(text.body.size()) + "\r\n\r\n";
    return text;
}

asio::awaitable<bool> transmit(stream& client, response_text response, std::optional<fault> shown)
{
    if (!shown)
        co_return co_await write(client, response.header, response.body);
    switch (shown->kind) {
    case fault_kind::cut:
        co_await write(client, response.header,
                       std::string_view(response.body).substr(0, response.body.size() / 2));
        co_return false;
    case fault_kind::trickle:
        co_return co_await trickle(client, response.header + response.body, shown->length);
    case fault_kind::corrupt:
        co_return co_await write(client, response.header, corrupted(std::move(response.body)));
    case fault_kind::delay:
        co_await pause(client, shown->length);
        co_return co_await write(client, response.header, response.body);
    case fault_kind::refuse:
    case fault_kind::hang:
    case fault_kind::error: // have been shown before there was an answer
        break;
    }
    co_return co_await write(client, response.header, response.body);
}

asio::awaitable<bool> stay_silent(stream& client)
{
    std::array<char, 4096> ignored{};
    for (;;) {
        const auto [error, size] = co_await client.async_read_some(
            asio::buffer(ignored), asio::as_tuple(asio::use_awaitable));
        if (error)
            co_return false;
    }
}

} // namespace thimble::virtualphone::wda
