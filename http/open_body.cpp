#include "http/open_body.hpp"

#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <string>

namespace thimble::service::http {

namespace asio = boost::asio;
using asio::redirect_error;
using boost::system::error_code;

response open_head(std::string_view media_type)
{
    response out;
    out.set("Content-Type", std::string(media_type));
    out.set("Cache-Control", "no-store");
    out.set("X-Accel-Buffering", "no"); // a proxy that waits for the end would wait for ever
    out.set("X-Content-Type-Options", "nosniff");
    out.open_ended = true;
    return out;
}

open_body::open_body(stream with) : stream_(std::move(with)), timeout_(stream_.get_executor()) {}

asio::awaitable<bool> open_body::write(std::vector<asio::const_buffer> parts,
                                       std::chrono::milliseconds time)
{
    writing_ = true;
    hurry(time);
    error_code failed;
    co_await asio::async_write(stream_, parts, redirect_error(asio::use_awaitable, failed));
    timeout_.stop();
    writing_ = false;
    note(failed);
    co_return !failed;
}

void open_body::hurry(std::chrono::milliseconds time)
{
    if (!writing_)
        return;
    timeout_.set(time, [this] {
        too_slow_ = true;
        cut();
    });
}

asio::awaitable<void> open_body::until_gone()
{
    std::array<std::byte, 1024> dropped{};
    error_code failed;
    while (!failed)
        co_await asio::async_read(stream_, asio::buffer(dropped), asio::transfer_at_least(1),
                                  redirect_error(asio::use_awaitable, failed));
    note(failed);
}

/// Of a coroutine that was cancelled the other end is still there.
void open_body::note(const error_code& failed)
{
    over_ = over_ || (failed && failed != asio::error::operation_aborted);
}

asio::awaitable<void> open_body::shut_down(std::chrono::milliseconds time)
{
    if (over_)
        co_return;
    timeout_.set(time, [this] { cut(); });
    error_code failed;
    if (stream_.encrypted())
        co_await stream_.shut_down();
    else
        stream_.lowest().shutdown(asio::socket_base::shutdown_send, failed);
    if (!failed)
        co_await until_gone();
    timeout_.stop();
    cut();
}

void open_body::cut()
{
    over_ = true;
    stream_.close();
}

} // namespace thimble::service::http
