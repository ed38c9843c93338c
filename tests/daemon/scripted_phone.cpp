#include "tests/daemon/scripted_phone.hpp"

#include "screen/encode.hpp"
#include "screen/video_picture.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <stdexcept>

namespace thimble::daemon {

namespace asio = boost::asio;

scripted_phone::scripted_phone(const asio::any_io_executor& home)
    : offered{device::capability::frame, device::capability::touch, device::capability::buttons,
              device::capability::action_button},
      released_(home), watch_ends_(home)
{
    told.udid = "00008120-000A1B2C3D4E001E";
    told.name = "Ada's iPhone";
    told.marketing_name = "iPhone 15";
    told.product_type = "iPhone15,4";
    told.os_version = "18.5";
    told.panel = screen::pixel_size{.width = 1179, .height = 2556};
    told.scale = 3;
    told.interface = screen::interface{.size = {.width = 393, .height = 852},
                                       .turned = screen::orientation::portrait};
}

void scripted_phone::let_go()
{
    touches_hang = false;
    captures_hang_from.reset();
    released_.notify_all();
}

void scripted_phone::detach()
{
    attached_ = false;
    fail_watch({.what = device::problem::detached,
                .phone = device::reached::nothing,
                .message = "It was unplugged.",
                .cause = ""});
    detached_.tell();
}

device::frame_source* scripted_phone::frames()
{
    return offered.contains(device::capability::frame) ? this : nullptr;
}

device::live_source* scripted_phone::live_frames()
{
    return offered.contains(device::capability::live_frames) ? this : nullptr;
}

device::touch_player* scripted_phone::touches()
{
    return offered.contains(device::capability::touch) ? this : nullptr;
}

device::button_presser* scripted_phone::buttons()
{
    return offered.contains(device::capability::buttons) ? this : nullptr;
}

async::subscription scripted_phone::on_detached(std::function<void()> then)
{
    return detached_.add(std::move(then));
}

namespace {

/// With a sample of colour to two by two pixels, as video has them.
screen::picture out_of_video(const screen::image& shown)
{
    const auto jpeg = screen::encode(shown, screen::picture_format::jpeg, 95);
    auto planes = screen::decode_jpeg_planes(*jpeg.data, *screen::read_jpeg_header(*jpeg.data));
    if (!planes)
        throw std::logic_error(planes.error());
    auto video = std::make_shared<screen::video_picture>(
        screen::video_picture{.planes = std::move(*planes), .colours = {}, .turned = {}});
    return {.size = shown.size(), .data = nullptr, .video = std::move(video)};
}

} // namespace

asio::awaitable<device::result<device::captured_frame>> scripted_phone::capture()
{
    const int mine = ++captures;
    const auto by = driver;
    const auto asked_at = std::chrono::system_clock::now();
    capture_begun = asked_at;
    while (captures_hang_from && mine >= *captures_hang_from) {
        struct cancelled_unless_resumed {
            int& count;
            bool resumed = false;
            ~cancelled_unless_resumed() { count += resumed ? 0 : 1; }
        } mark{captures_cancelled};
        co_await released_.wait();
        mark.resumed = true;
    }
    if (capture_time.count() > 0) {
        asio::steady_timer timer(co_await asio::this_coro::executor, capture_time);
        co_await timer.async_wait(asio::use_awaitable);
    }
    const auto shown = seen();
    if (!shown)
        co_return std::unexpected(shown.error());
    auto picture = streams && streams() ? out_of_video(*shown)
                                        : screen::encode(*shown, screen::picture_format::png, 80);
    co_return device::captured_frame{
        .picture = std::move(picture), .captured_at = asked_at, .driver = by};
}

device::result<screen::image> scripted_phone::seen() const
{
    if (failing)
        return std::unexpected(*failing);
    if (shows)
        return shows();
    screen::image shown(*told.panel); // black
    if (!played.empty())
        std::ranges::fill(shown.pixels(), static_cast<std::uint8_t>(shade_after_touch));
    return shown;
}

asio::awaitable<device::failure>
scripted_phone::watch(int frames_per_second, std::function<void(device::captured_frame)> on_frame)
{
    struct watched_until_the_end {
        scripted_phone& self;
        ~watched_until_the_end()
        {
            self.watched.reset();
            self.on_frame_ = nullptr;
            self.watch_failed_.reset();
        }
    } const mark{*this};
    REQUIRE_FALSE(watched); // one at a time
    ++watches;
    watched = frames_per_second;
    on_frame_ = std::move(on_frame);
    while (!watch_failed_)
        co_await watch_ends_.wait();
    co_return *watch_failed_;
}

void scripted_phone::push(device::captured_frame taken)
{
    if (on_frame_)
        on_frame_(std::move(taken));
}

void scripted_phone::fail_watch(device::failure why)
{
    if (!watched)
        return;
    watch_failed_ = std::move(why);
    watch_ends_.notify_all();
}

asio::awaitable<device::result<void>> scripted_phone::play(gesture::touch_path path,
                                                           screen::interface /*made_for*/)
{
    played.push_back(std::move(path));
    if (deaf)
        co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    bool cancelled = false;
    while (touches_hang && !cancelled) {
        try {
            co_await released_.wait();
        } catch (const boost::system::system_error&) {
            if (!when_touch_cancelled)
                throw;
            cancelled = true;
        }
    }
    if (cancelled)
        co_return std::unexpected(*when_touch_cancelled);
    co_return answer();
}

asio::awaitable<device::result<void>> scripted_phone::press(device::button /*which*/)
{
    ++presses;
    co_return answer();
}

asio::awaitable<device::result<void>> scripted_phone::press_twice(device::button /*which*/)
{
    presses += 2;
    co_return answer();
}

device::result<void> scripted_phone::answer() const
{
    if (failing)
        return std::unexpected(*failing);
    return {};
}

} // namespace thimble::daemon
