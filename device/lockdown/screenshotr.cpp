#include "device/lockdown/screenshotr.hpp"

#include "device/png_header.hpp"
#include "device/usbmux/handle.hpp"

#include <libimobiledevice/screenshotr.h>

#include <cstring>

namespace thimble::device {
namespace {

using screenshotr_handle = owned<screenshotr_client_t, screenshotr_client_free>;

constexpr std::chrono::seconds capture_limit{10};
constexpr std::uint64_t largest_picture = 64U << 20; // bytes

failure no_picture(std::string message, std::string cause)
{
    return {.what = problem::capture, .message = std::move(message), .cause = std::move(cause)};
}

result<captured_frame> frame_of(const c_string& data, std::uint64_t size)
{
    if (size > largest_picture)
        return std::unexpected(no_picture("The phone's picture is too large.", "too_large"));
    auto bytes = std::make_shared<screen::bytes>(size);
    std::memcpy(bytes->data(), data.get(), size);
    const auto pixels = png_size(*bytes);
    if (!pixels)
        return std::unexpected(
            no_picture("The phone's picture is not a PNG.", "malformed_picture"));
    return captured_frame{.picture = {.format = screen::picture_format::png,
                                      .size = *pixels,
                                      .data = std::move(bytes)},
                          .captured_at = {}};
}

} // namespace

/// Worker thread, except for its making.
struct screenshotr::client {
    phone_handle phone;
    screenshotr_handle service;

    result<captured_frame> capture(const attachment& where)
    {
        if (!service && !open(where))
            return std::unexpected(
                no_picture("The phone has no screenshot service.", "no_service"));
        c_string data;
        std::uint64_t size = 0;
        const auto error = screenshotr_take_screenshot(service.get(), adopt(data), &size);
        if (error != SCREENSHOTR_E_SUCCESS || !data) {
            service.reset();
            return std::unexpected(
                no_picture("The phone's screenshot service gave no picture.", "no_picture"));
        }
        return frame_of(data, size);
    }

    bool open(const attachment& where)
    {
        phone = open_phone(where);
        return phone && screenshotr_client_start_service(phone.get(), adopt(service), "thimbled") ==
                            SCREENSHOTR_E_SUCCESS;
    }
};

screenshotr::screenshotr(boost::asio::any_io_executor home, call_count under_way, attachment where)
    : where_(std::move(where)), calls_(std::move(home), std::move(under_way)),
      client_(std::make_shared<client>())
{
}

screenshotr::~screenshotr() = default;

boost::asio::awaitable<result<captured_frame>> screenshotr::capture()
{
    const auto asked_at = std::chrono::system_clock::now();
    auto frame = co_await calls_.run(
        capture_limit, [over = client_, where = where_] { return over->capture(where); });
    available_ = frame && *frame;
    if (!frame) {
        client_ = std::make_shared<client>(); // the call that was left behind keeps the old one
        co_return std::unexpected(failure{.what = problem::timed_out,
                                          .message = "The phone's screenshot service is silent.",
                                          .cause = "service_silent"});
    }
    if (*frame)
        (*frame)->captured_at = asked_at;
    co_return std::move(*frame);
}

boost::asio::awaitable<bool> screenshotr::probe()
{
    if (!available_)
        co_await capture();
    co_return available_;
}

} // namespace thimble::device
