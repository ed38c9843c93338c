// What is on the screen, how large it is and which way up.
#include "virtualphone/wda/arguments.hpp"
#include "virtualphone/wda/route.hpp"

#include <algorithm>
#include <array>

namespace thimble::virtualphone::wda {

namespace {

using boost::beast::http::verb;
using nlohmann::json;

/// The picture breaks off in the middle; its text is whole.
answer broken_off(std::string text)
{
    constexpr std::size_t group = 4; // characters of base64 for whole bytes
    std::erase(text, '\\');          // of escaped slashes, so that all characters count
    text.resize(1 + (text.size() / 2 / group * group));
    answer result;
    result.value_text = std::make_shared<const std::string>(std::move(text) + '"');
    return result;
}

answer screenshot(automation& agent, const request&)
{
    const auto fault = agent.device().faults.take("wda.screenshot");
    if (fault && fault->kind == fault_kind::corrupt)
        return broken_off(*agent.screenshot_text());
    if (fault)
        return failure(errors::unable_to_capture_screen, "The screen could not be captured");
    answer result;
    result.value_text = agent.screenshot_text();
    return result;
}

json size_of(const operating_system& os)
{
    return {{"width", os.width_pt()}, {"height", os.height_pt()}};
}

answer window_size(automation& agent, const request&)
{
    return success(size_of(agent.os()));
}

answer window_rect(automation& agent, const request&)
{
    json rect = size_of(agent.os());
    rect["x"] = 0;
    rect["y"] = 0;
    return success(std::move(rect));
}

answer screen(automation& agent, const request&)
{
    const operating_system& os = agent.os();
    const double status_bar = os.hardware().home_button ? 20 : 54;
    return success({{"screenSize", size_of(os)},
                    {"statusBarSize", {{"width", os.width_pt()}, {"height", status_bar}}},
                    {"scale", os.hardware().scale},
                    {"displayId", 1}});
}

struct orientation_name {
    turned value;
    std::string_view appium;
    std::string_view device;
    int z; // of /rotation
};

constexpr std::array orientation_names{
    orientation_name{turned::portrait, "PORTRAIT", "UIDeviceOrientationPortrait", 0},
    orientation_name{turned::landscape_left, "LANDSCAPE", "UIDeviceOrientationLandscapeLeft", 270},
    orientation_name{turned::landscape_right, "UIA_DEVICE_ORIENTATION_LANDSCAPERIGHT",
                     "UIDeviceOrientationLandscapeRight", 90},
    orientation_name{turned::upside_down, "UIA_DEVICE_ORIENTATION_PORTRAIT_UPSIDEDOWN",
                     "UIDeviceOrientationPortraitUpsideDown", 180},
};

const orientation_name& name_of(turned value)
{
    return *std::ranges::find(orientation_names, value, &orientation_name::value);
}

answer orientation(automation& agent, const request&)
{
    const turned now = agent.os().interface_orientation();
    const bool upright = now == turned::portrait || now == turned::upside_down;
    return success(upright ? "PORTRAIT" : "LANDSCAPE");
}

answer device_orientation(automation& agent, const request&)
{
    return success(name_of(agent.os().device_orientation()).device);
}

answer rotation(automation& agent, const request&)
{
    const int z = name_of(agent.os().interface_orientation()).z;
    return success({{"x", 0}, {"y", 0}, {"z", z}});
}

boost::asio::awaitable<answer> turn(automation& agent, turned to)
{
    constexpr milliseconds animation{400};
    if (!agent.os().rotate_interface(to, agent.present()))
        co_return failure(errors::unknown_error, "Unable To Rotate Device");
    co_await agent.sleep(animation);
    co_return success();
}

boost::asio::awaitable<answer> set_orientation(automation& agent, const request& asked)
{
    const auto wanted = text_argument(asked.body, "orientation");
    if (!wanted)
        co_return failure(wanted.error());
    const auto* found = std::ranges::find(orientation_names, *wanted, &orientation_name::appium);
    if (found == orientation_names.end())
        co_return failure(errors::invalid_argument, "Unknown orientation '" + *wanted + "'");
    co_return co_await turn(agent, found->value);
}

boost::asio::awaitable<answer> set_rotation(automation& agent, const request& asked)
{
    const auto z = number_argument(asked.body, "z", 0, 360);
    const auto* found = z ? std::ranges::find(orientation_names, *z, &orientation_name::z)
                          : orientation_names.end();
    if (found == orientation_names.end())
        co_return failure(errors::invalid_argument, "The argument 'z' must be 0, 90, 180 or 270");
    co_return co_await turn(agent, found->value);
}

} // namespace

std::span<const route> screen_routes()
{
    using enum session_form;
    static constexpr bool beside_the_queue = true;
    static constexpr std::array table{
        route{verb::get, "/screenshot", either, screenshot, beside_the_queue},
        route{verb::get, "/window/size", either, window_size},
        route{verb::get, "/window/rect", required, window_rect},
        route{verb::get, "/wda/screen", either, screen},
        route{verb::get, "/orientation", either, orientation},
        route{verb::post, "/orientation", either, set_orientation},
        route{verb::get, "/rotation", either, rotation},
        route{verb::post, "/rotation", either, set_rotation},
        route{verb::get, "/wda/deviceorientation", either, device_orientation},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
