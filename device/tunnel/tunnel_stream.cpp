#include "device/tunnel/tunnel_stream.hpp"

#include <utility>

namespace thimble::device::tunnel {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

failure not_opened(tcp_end how, std::uint16_t port)
{
    const auto where = "port " + std::to_string(port) + " of the phone";
    if (how == tcp_end::refused)
        return {.what = problem::refused,
                .message = "Nothing listens on " + where + ".",
                .cause = "connection_refused"};
    if (how == tcp_end::unanswered)
        return {.what = problem::timed_out,
                .message = "The connection to " + where + " was not answered in time.",
                .cause = {}};
    return {.what = problem::refused,
            .message = "The connection to " + where + " was broken off.",
            .cause = "connection_lost"};
}

} // namespace

tunnel_stream::tunnel_stream(std::shared_ptr<packet_link> link,
                             std::shared_ptr<linked_connection> over)
    : link_(std::move(link)), over_(std::move(over))
{
}

tunnel_stream::~tunnel_stream()
{
    close();
}

template <class Ending>
void tunnel_stream::end_with(Ending ending)
{
    closed_ = true;
    (over_->tcp.*ending)(std::chrono::steady_clock::now());
    over_->changed.notify_all();
    link_->wake_writer();
}

void tunnel_stream::close()
{
    if (!closed_)
        end_with(&tcp_connection::close);
}

/// Also of a stream that was closed: what it was to send still is given up.
void tunnel_stream::abort()
{
    end_with(&tcp_connection::abort);
}

error_code tunnel_stream::why_ended() const
{
    if (closed_)
        return asio::error::bad_descriptor;
    switch (over_->tcp.end()) {
    case tcp_end::none:
        return link_->ended() ? error_code(asio::error::network_down) : error_code();
    case tcp_end::closed:
        return asio::error::eof;
    case tcp_end::refused:
        return asio::error::connection_refused;
    case tcp_end::reset:
        return asio::error::connection_reset;
    case tcp_end::unanswered:
    case tcp_end::timed_out:
        return link_->ended() ? asio::error::network_down : asio::error::timed_out;
    case tcp_end::aborted:
        break;
    }
    return asio::error::connection_aborted;
}

asio::awaitable<result<void>> tunnel_stream::open()
{
    while (!over_->tcp.open()) {
        if (link_->ended())
            co_return std::unexpected(*link_->ended());
        if (over_->tcp.end() != tcp_end::none)
            co_return std::unexpected(not_opened(over_->tcp.end(), over_->tcp.path().remote_port));
        co_await over_->changed.wait();
    }
    co_return result<void>();
}

asio::awaitable<void> tunnel_stream::until_arrived()
{
    if (all_arrived())
        co_return;
    over_->tcp.ask_for_acknowledgement();
    link_->wake_writer();
    while (!all_arrived() && !why_ended())
        co_await over_->changed.wait();
}

asio::awaitable<std::expected<std::size_t, error_code>>
tunnel_stream::read_some(std::span<std::byte> to)
{
    while (true) {
        if (!closed_) {
            if (const auto count = over_->tcp.read(to); count > 0) {
                if (over_->tcp.has_news())
                    link_->wake_writer();
                co_return count;
            }
            if (over_->tcp.input_ended())
                co_return std::unexpected(error_code(asio::error::eof));
        }
        if (const auto why = why_ended())
            co_return std::unexpected(why);
        co_await over_->changed.wait();
    }
}

asio::awaitable<std::expected<void, error_code>>
tunnel_stream::write(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        if (const auto why = why_ended())
            co_return std::unexpected(why == asio::error::eof ? asio::error::broken_pipe : why);
        const auto count = over_->tcp.write(bytes);
        bytes = bytes.subspan(count);
        if (count > 0)
            link_->wake_writer();
        else
            co_await over_->changed.wait();
    }
    co_return std::expected<void, error_code>();
}

} // namespace thimble::device::tunnel
