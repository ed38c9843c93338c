#include "virtualphone/wda/picture_stream.hpp"

#include "virtualphone/wda/stream_frame.hpp"
#include "virtualphone/wda/transmission.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::virtualphone::wda {

namespace {

namespace asio = boost::asio;

constexpr std::string_view stream_header =
    "HTTP/1.0 200 OK\r\n"
    "Server: WDA MJPEG Server\r\n"
    "Connection: close\r\n"
    "Max-Age: 0\r\n"
    "Expires: 0\r\n"
    "Cache-Control: no-cache, private\r\n"
    "Pragma: no-cache\r\n"
    "Content-Type: multipart/x-mixed-replace; boundary=--BoundaryString\r\n\r\n";

class picture_stream {
public:
    picture_stream(stream client, std::shared_ptr<runner_process> runner)
        : client_(std::move(client)), runner_(std::move(runner)),
          entry_(runner_->connections, client_), tick_(client_.get_executor())
    {
    }

    asio::awaitable<void> serve()
    {
        std::array<char, 1024> anything{};
        const auto [error, size] = co_await client_.async_read_some(
            asio::buffer(anything), asio::as_tuple(asio::use_awaitable));
        if (error || !co_await runner_->until_serving())
            co_return;
        if (!co_await write(stream_header, {}))
            co_return;
        while (co_await send_frame()) {
        }
    }

private:
    asio::awaitable<bool> send_frame()
    {
        if (!co_await runner_->until_serving())
            co_return false;
        automation& state = runner_->commands->state();
        // In real time, whatever the phone's own waits cost: else a stream would never rest.
        const std::chrono::duration<double> interval(1 / state.options().stream_framerate());
        tick_.expires_after(std::chrono::ceil<std::chrono::milliseconds>(interval));
        state.present();
        if (runner_->device.runner == runner::zombie) { // no capture succeeds
            co_await tick_.async_wait(asio::use_awaitable);
            co_return client_.is_open();
        }
        const auto shown = runner_->device.faults.take_other_than_refusal("mjpeg");
        const encoded_picture frame = frames_.next(state.os(), state.options());
        const std::string header =
            "--BoundaryString\r\nContent-type: image/jpeg\r\nContent-Length: " +
            std::to_string(frame->size()) + "\r\n\r\n";
        const bool sent = shown ? co_await send_faulty(header, *frame, *shown)
                                : co_await write(header, asio::buffer(*frame));
        if (!sent)
            co_return false;
        co_await tick_.async_wait(asio::use_awaitable);
        co_return client_.is_open();
    }

    asio::awaitable<bool>
    send_faulty(std::string header, const std::vector<std::uint8_t>& frame, const fault& shown)
    {
        if (shown.kind == fault_kind::error)
            co_return false;
        if (shown.kind == fault_kind::hang)
            co_return co_await stay_silent(client_);
        response_text part{std::move(header), std::string(frame.begin(), frame.end()) + "\r\n\r\n"};
        co_return co_await transmit(client_, std::move(part), shown);
    }

    /// False when the client has gone.
    asio::awaitable<bool> write(std::string_view header, asio::const_buffer body)
    {
        const std::string_view end = body.size() == 0 ? "" : "\r\n\r\n";
        const std::array parts{asio::buffer(header), body, asio::buffer(end)};
        const auto [error, size] =
            co_await asio::async_write(client_, parts, asio::as_tuple(asio::use_awaitable));
        co_return !error;
    }

    stream client_;
    std::shared_ptr<runner_process> runner_;
    mux::open_connections::entry entry_;
    asio::steady_timer tick_;
    stream_frames frames_;
};

} // namespace

asio::awaitable<void> serve_pictures(stream client, std::shared_ptr<runner_process> runner)
{
    if (runner->device.runner == virtualphone::runner::dead)
        co_return;
    picture_stream pictures(std::move(client), std::move(runner));
    co_await pictures.serve();
}

} // namespace thimble::virtualphone::wda
