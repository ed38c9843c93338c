// WebSockets over Beast, at either end: the handshake, whole messages, and an end of which both
// sides know the reason.
#include "http/websocket/socket.hpp"

#include "async/deadline.hpp"
#include "async/one_shot_timer.hpp"
#include "text/ascii.hpp"
#include "text/lists.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace thimble::service::websocket {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace protocol = beast::websocket;
using boost::system::error_code;

namespace {

constexpr std::chrono::milliseconds longest_farewell{500}; // for the other end's close frame
constexpr std::size_t write_bytes = 64UL * 1024;           // that are masked at a time
constexpr std::size_t longest_reason = 123;                // bytes, of a close frame

/// The bytes as Beast wants them: it asks whoever carries them how to end.
class carrier : public http::stream {
public:
    explicit carrier(http::stream over) : http::stream(std::move(over)) {}
};

/// To close on what has not been read would reset the connection, and our last words with it: the
/// other end has a while to close first.
asio::awaitable<bool> until_closed_there(carrier& what)
{
    error_code failed;
    what.lowest().shutdown(asio::socket_base::shutdown_send, failed);
    std::array<std::byte, 4096> rest{};
    while (!failed)
        co_await what.lowest().async_read_some(asio::buffer(rest),
                                               asio::redirect_error(asio::use_awaitable, failed));
    co_return true;
}

asio::awaitable<void> linger_and_close(carrier& what)
{
    co_await async::with_timeout(longest_farewell, until_closed_there(what));
    what.close();
}

template <class Handler>
void async_teardown(beast::role_type /*ours*/, carrier& what, Handler&& then)
{
    asio::co_spawn(what.get_executor(), linger_and_close(what),
                   [then = std::forward<Handler>(then)](const std::exception_ptr&) mutable {
                       then(error_code{});
                   });
}

[[maybe_unused]] void teardown(beast::role_type /*ours*/, carrier& what, error_code& failed)
{
    what.close();
    failed = {};
}

[[maybe_unused]] void beast_close_socket(carrier& what)
{
    what.close();
}

using websocket_stream = protocol::stream<carrier, false>; // never compressed

/// True where a list of a header names it.
bool names(std::string_view list, std::string_view wanted)
{
    while (!list.empty())
        if (trim(take_until(',', list)) == wanted)
            return true;
    return false;
}

} // namespace

struct socket::implementation {
    implementation(http::stream over, std::size_t largest) : socket(carrier(std::move(over)))
    {
        socket.read_message_max(largest);
        socket.write_buffer_bytes(write_bytes);
        socket.auto_fragment(false);
        buffer.max_size(largest + 1);
    }

    /// Last words of the other end, or what broke.
    ended how_it_ended(error_code failed) const
    {
        if (socket.reason()) // heard before whatever failed, which may be our answer to it
            return {.code = socket.reason().code,
                    .text =
                        std::string(socket.reason().reason.data(), socket.reason().reason.size())};
        if (failed == protocol::error::message_too_big ||
            failed == protocol::error::buffer_overflow)
            return {.code = protocol::close_code::too_big, .text = "a message is too large"};
        return {.code = 0, .text = failed.message()};
    }

    websocket_stream socket;
    beast::flat_buffer buffer;
    ended last;
};

socket::socket(std::unique_ptr<implementation> self) : self_(std::move(self)) {}
socket::socket(socket&&) noexcept = default;
socket& socket::operator=(socket&&) noexcept = default;
socket::~socket() = default;

namespace {

using upgrade_request = beast::http::request<beast::http::empty_body>;

asio::awaitable<error_code> agree(websocket_stream& with, const upgrade_request& asked)
{
    error_code failed;
    co_await with.async_accept(asked, asio::redirect_error(asio::use_awaitable, failed));
    co_return failed;
}

asio::awaitable<error_code>
ask(websocket_stream& with, const handshake_request& wanted, protocol::response_type& answer)
{
    error_code failed;
    co_await with.async_handshake(answer, wanted.host, wanted.path,
                                  asio::redirect_error(asio::use_awaitable, failed));
    co_return failed;
}

/// The other end said nothing in time, or nothing that makes sense.
refused no_answer(const std::optional<error_code>& failed)
{
    return {.status = 0, .reason = failed ? failed->message() : "no answer in time"};
}

} // namespace

asio::awaitable<std::expected<socket, refused>>
socket::accept(http::stream over, const http::request& first, const options& agreed)
{
    auto self = std::make_unique<implementation>(std::move(over), agreed.largest_message);
    const bool chosen =
        !agreed.subprotocol.empty() &&
        names(first.head[beast::http::field::sec_websocket_protocol], agreed.subprotocol);
    self->socket.set_option(
        protocol::stream_base::decorator([agreed, chosen](protocol::response_type& answer) {
            if (chosen)
                answer.set(beast::http::field::sec_websocket_protocol, agreed.subprotocol);
            for (const auto& [name, value] : agreed.headers)
                answer.set(name, value);
        }));
    upgrade_request asked;
    asked.base() = first.head;
    const auto failed = co_await async::with_timeout(agreed.time, agree(self->socket, asked));
    if (!failed || *failed)
        co_return std::unexpected(no_answer(failed));
    co_return socket(std::move(self));
}

asio::awaitable<std::expected<socket, refused>>
socket::open(http::stream over, const handshake_request& wanted, const options& agreed)
{
    auto self = std::make_unique<implementation>(std::move(over), agreed.largest_message);
    self->socket.set_option(protocol::stream_base::decorator([&](protocol::request_type& request) {
        request.set(beast::http::field::sec_websocket_protocol, agreed.subprotocol);
        for (const auto& [name, value] : wanted.headers)
            request.set(name, value);
    }));
    protocol::response_type answer;
    const auto failed =
        co_await async::with_timeout(agreed.time, ask(self->socket, wanted, answer));
    if (failed && *failed == protocol::error::upgrade_declined)
        co_return std::unexpected(
            refused{.status = answer.result_int(), .reason = "the answer is no WebSocket"});
    if (!failed || *failed)
        co_return std::unexpected(no_answer(failed));
    if (answer[beast::http::field::sec_websocket_protocol] != agreed.subprotocol)
        co_return std::unexpected(
            refused{.status = answer.result_int(), .reason = "another protocol is spoken there"});
    co_return socket(std::move(self));
}

asio::awaitable<std::expected<socket::incoming, ended>> socket::read()
{
    error_code failed;
    self_->buffer.clear();
    co_await self_->socket.async_read(self_->buffer,
                                      asio::redirect_error(asio::use_awaitable, failed));
    if (failed) {
        self_->last = self_->how_it_ended(failed);
        co_return std::unexpected(self_->last);
    }
    const auto bytes = self_->buffer.cdata();
    co_return incoming{.binary = self_->socket.got_binary(),
                       .bytes = {static_cast<const char*>(bytes.data()), bytes.size()}};
}

ended socket::how_it_ended() const
{
    return self_->last;
}

asio::awaitable<bool> socket::write(std::string_view text)
{
    error_code failed;
    self_->socket.text(true);
    co_await self_->socket.async_write(asio::buffer(text),
                                       asio::redirect_error(asio::use_awaitable, failed));
    co_return !failed;
}

asio::awaitable<bool> socket::write(std::span<const std::byte> binary)
{
    error_code failed;
    self_->socket.binary(true);
    co_await self_->socket.async_write(asio::buffer(binary.data(), binary.size()),
                                       asio::redirect_error(asio::use_awaitable, failed));
    co_return !failed;
}

asio::awaitable<void> socket::close(std::uint16_t code, std::string_view text)
{
    const protocol::close_reason why(static_cast<protocol::close_code>(code),
                                     {text.data(), std::min(text.size(), longest_reason)});
    // To cancel it would not do: it may be waiting for a message that the other end does not take.
    async::one_shot_timer timeout(self_->socket.get_executor());
    timeout.set(longest_farewell, [this] { cut(); });
    error_code ignored; // it ends one way or the other
    co_await self_->socket.async_close(why, asio::redirect_error(asio::use_awaitable, ignored));
    cut();
}

void socket::cut()
{
    self_->socket.next_layer().close();
}

} // namespace thimble::service::websocket
