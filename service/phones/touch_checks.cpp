#include "service/phones/touch_checks.hpp"

#include "service/phones/phone_checks.hpp"

#include <string>
#include <utility>

namespace thimble::service {

namespace {

failure stale_frame(std::string_view message)
{
    return {.code = "STALE_FRAME", .message = std::string(message)};
}

result<void>
check_frame(const known_phone& phone, const arguments& given, const link::coordinate_space& now)
{
    if (!given.has("frame_id"))
        return {};
    const auto shown = phone.frames.find(given.text("frame_id"));
    if (!shown)
        return std::unexpected(
            stale_frame("This frame is not known any more; take a new screenshot."));
    if (*shown != now)
        return std::unexpected(
            stale_frame("The screen has turned or changed its size; take a new screenshot."));
    return {};
}

result<void>
check_coordinate(const parameter& expected, const arguments& given, const screen::pixel_size& size)
{
    const int edge = expected.along == axis::x ? size.width : size.height;
    const auto value = given.integer(expected.name);
    if (value < 0 || value >= edge)
        return std::unexpected(out_of_range(expected.name, value, 0, edge - 1));
    return {};
}

} // namespace

result<link::coordinate_space> check_space(const known_phone& phone,
                                           const std::vector<parameter>& expected,
                                           const arguments& given)
{
    if (!phone.state.screenshot_size)
        return std::unexpected(not_ready(phone));
    const link::coordinate_space now{.size = *phone.state.screenshot_size,
                                     .turned = phone.state.turned};
    for (const auto& each : expected) {
        if (each.along == axis::none || !given.has(each.name))
            continue;
        if (auto inside = check_coordinate(each, given, now.size); !inside)
            return std::unexpected(std::move(inside.error()));
    }
    if (auto fresh = check_frame(phone, given, now); !fresh)
        return std::unexpected(std::move(fresh.error()));
    return now;
}

} // namespace thimble::service
