#include "virtualphone/xpc/connection.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>

namespace thimble::virtualphone::xpc {
namespace {

namespace asio = boost::asio;

constexpr std::size_t most_streams_read = 8; // root, replies, and few files

[[noreturn]] void drop_host()
{
    throw boost::system::system_error(asio::error::invalid_argument);
}

} // namespace

connection::connection(tunnel::tunnel_stream over, fault_switches& faults)
    : stream_(std::move(over)), faults_(faults)
{
}

asio::awaitable<void> connection::begin()
{
    co_await flush(); // the settings do not wait for the host
    while (!begun()) {
        while (received_.empty()) {
            co_await read_more();
            co_await flush();
        }
        const auto [stream, first] = std::move(received_.front());
        received_.pop_front();
        answer_opening(first, stream);
        co_await flush();
    }
}

/// One message answers each of the three, and nothing else goes out before: some hosts count.
void connection::answer_opening(const message& what, std::uint32_t stream)
{
    const auto send_back = [&](std::uint32_t flags, std::optional<object> body) {
        http2_.send(stream, encode_message({.flags = flags, .body = std::move(body)}));
    };
    if (stream == replies && (what.flags & flag::replies_opened) != 0) {
        replies_opened_ = true;
        return send_back(flag::always | flag::replies_opened, std::nullopt);
    }
    if (stream != root)
        drop_host();
    if ((what.flags & flag::root_opened) != 0) {
        if (!http2_.opened(replies))
            drop_host(); // iOS wants the stream of replies to be there already
        root_opened_ = true;
        return send_back(flag::always | flag::root_opened, std::nullopt);
    }
    if (root_greeted_ || !what.body || what.flags != flag::always)
        drop_host();
    root_greeted_ = true;
    send_back(flag::always, dictionary());
}

asio::awaitable<message> connection::receive()
{
    for (;;) {
        message next = co_await receive_any();
        const auto* body = next.body ? next.body->as<dictionary>() : nullptr;
        if (next.body && body == nullptr)
            drop_host();
        if (body != nullptr && !body->empty())
            co_return next;
    }
}

asio::awaitable<message> connection::receive_any()
{
    while (received_.empty()) {
        co_await read_more();
        co_await flush(); // answers to settings and pings, and windows
    }
    message result = std::move(received_.front().second);
    received_.pop_front();
    co_return result;
}

asio::awaitable<void> connection::read_more()
{
    constexpr std::size_t at_once = std::size_t{32} << 10U;
    bytes content(at_once);
    content.resize(co_await stream_.read_some(content));
    if (!http2_.take(content))
        drop_host();
    take_arrivals();
    if (http2_.ended())
        throw boost::system::system_error(asio::error::eof);
}

void connection::take_arrivals()
{
    while (auto piece = http2_.next()) {
        if (readers_.size() >= most_streams_read && !readers_.contains(piece->stream))
            drop_host();
        message_reader& reader = readers_[piece->stream];
        reader.append(piece->content);
        for (;;) {
            auto next = reader.next();
            if (!next)
                drop_host();
            if (!*next)
                break;
            received_.emplace_back(piece->stream, std::move(**next));
        }
    }
}

/// Waits for what a closed window holds back, and the host is heard meanwhile.
asio::awaitable<void> connection::flush()
{
    for (;;) {
        if (const bytes frames = http2_.output(); !frames.empty())
            co_await stream_.write(frames);
        else if (http2_.blocked())
            co_await read_more();
        else
            co_return;
    }
}

asio::awaitable<void> connection::reply(const message& to, dictionary body)
{
    if ((to.flags & flag::wants_reply) == 0)
        co_return;
    constexpr std::uint32_t flags = flag::always | flag::has_data | flag::reply;
    const message answer{.flags = flags, .id = to.id, .body = std::move(body)};
    if (!held_back_ && faults_.take("tunnel.order")) {
        held_back_ = encode_message(answer);
        co_return;
    }
    co_await send(replies, answer);
    if (held_back_) {
        http2_.send(replies, *std::exchange(held_back_, std::nullopt));
        co_await flush();
    }
}

asio::awaitable<void> connection::push(dictionary body)
{
    co_await send(
        root, {.flags = flag::always | flag::has_data, .id = ++pushed_, .body = std::move(body)});
}

asio::awaitable<void> connection::send(std::uint32_t stream, const message& what)
{
    co_await show(stream, encode_message(what));
    co_await flush();
}

/// Sends the message, or what a fault makes of it.
asio::awaitable<void> connection::show(std::uint32_t stream, bytes content)
{
    if (const auto fault = faults_.take("tunnel.http2")) {
        switch (fault->kind) {
        case fault_kind::corrupt:
            co_return http2_.send_garbage();
        case fault_kind::error:
            co_return http2_.reset_stream(stream);
        case fault_kind::hang:
            co_return;
        default:
            co_return http2_.go_away();
        }
    }
    if (const auto fault = faults_.take("tunnel.xpc")) {
        if (fault->kind == fault_kind::hang)
            co_return;
        if (fault->kind == fault_kind::cut)
            co_return stream_.abort();
        if (fault->kind == fault_kind::delay) {
            asio::steady_timer timer(executor());
            timer.expires_after(
                std::chrono::duration_cast<std::chrono::microseconds>(fault->length));
            co_await timer.async_wait(asio::use_awaitable);
        }
        if (fault->kind == fault_kind::corrupt || fault->kind == fault_kind::error)
            for (std::size_t at = fault->kind == fault_kind::corrupt ? 0 : 24; at < content.size();
                 ++at)
                content[at] ^= 0x5A;
    }
    http2_.send(stream, content);
}

asio::awaitable<void> connection::until_closed()
{
    std::array<std::uint8_t, 1024> discarded{};
    for (;;)
        co_await stream_.read_some(discarded);
}

} // namespace thimble::virtualphone::xpc
