// The screen: content, size and orientation.
#include "virtualphone/wda/protocol/arguments.hpp"
#include "virtualphone/wda/routes/route.hpp"

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

/// The picture is of the moment at which it was asked for.
boost::asio::awaitable<answer> screenshot(automation& agent, const request&)
{
    const auto fault = agent.device().faults.take("wda.screenshot");
    if (fault && fault->kind == fault_kind::corrupt)
        co_return broken_off(*agent.screenshot_text());
    if (fault)
        co_return failure(errors::unable_to_capture_screen, "The screen could not be captured");
    const milliseconds begin = agent.device().clock.now();
    answer result;
    result.value_text = agent.screenshot_text();
    const std::size_t bytes = result.value_text->size() / 4 * 3; // of base64
    co_await agent.take_at_least(agent.device().times.of_screenshot(bytes), begin);
    co_return result;
}

json size_of(const operating_system& os)
{
    return {{"width", os.width_pt()}, {"height", os.height_pt()}};
}

/// Of the active application, which need not fill the screen.
rectangle window_of(automation& agent, const request& asked)
{
    return agent.os().app_frame(agent.active_application(asked.session.has_value()));
}

boost::asio::awaitable<answer> window_size(automation& agent, const request& asked)
{
    co_await agent.sleep(agent.device().times.window_size);
    const rectangle frame = window_of(agent, asked);
    co_return success({{"width", frame.width}, {"height", frame.height}});
}

boost::asio::awaitable<answer> window_rect(automation& agent, const request& asked)
{
    co_await agent.sleep(agent.device().times.window_size);
    const rectangle frame = window_of(agent, asked);
    co_return success(
        {{"x", frame.x}, {"y", frame.y}, {"width", frame.width}, {"height", frame.height}});
}

answer screen(automation& agent, const request&)
{
    const operating_system& os = agent.os();
    const double status_bar = os.hardware().home_button ? 20 : 54;
    json told{{"screenSize", size_of(os)},
              {"statusBarSize", {{"width", os.width_pt()}, {"height", status_bar}}},
              {"scale", os.hardware().scale}};
    if (agent.device().agent.display_id)
        told["displayId"] = 1;
    return success(std::move(told));
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

/// Turns the phone, waits for animations as long as the session allows, which may be not at all,
/// and compares. False: what is shown has not turned, or not yet.
boost::asio::awaitable<bool> turn_interface(automation& agent, turned to)
{
    co_await agent.find_active_application();
    agent.os().begin_rotation(to, agent.present());
    co_await agent.wait_until_turned(agent.options().animation_cool_off_timeout());
    co_return agent.os().interface_orientation() == to;
}

boost::asio::awaitable<answer> set_orientation(automation& agent, const request& asked)
{
    const auto wanted = text_argument(asked.body, "orientation");
    if (!wanted)
        co_return failure(wanted.error());
    const auto* found = std::ranges::find(orientation_names, *wanted, &orientation_name::appium);
    if (found == orientation_names.end() || !co_await turn_interface(agent, found->value))
        co_return failure(errors::unknown_error, "Unable To Rotate Device");
    co_return success();
}

const orientation_name* find_rotation(const json& body)
{
    const auto* found =
        body.at("x") == 0 && body.at("y") == 0
            ? std::ranges::find_if(orientation_names,
                                   [&](const auto& each) { return body.at("z") == each.z; })
            : orientation_names.end();
    return found == orientation_names.end() ? nullptr : found;
}

boost::asio::awaitable<answer> set_rotation(automation& agent, const request& asked)
{
    const json& body = asked.body;
    if (!body.contains("x") || !body.contains("y") || !body.contains("z"))
        co_return failure(errors::invalid_argument,
                          "x, y and z arguments must exist in the request body: " + body.dump());
    const auto* const wanted = find_rotation(body);
    if (wanted == nullptr)
        co_return failure(errors::invalid_argument,
                          body.dump() + " rotation is not supported. Only the following values are "
                                        "supported: x and y 0, z 0, 90, 180 or 270");
    if (!co_await turn_interface(agent, wanted->value))
        co_return failure(errors::invalid_element_state, "The current rotation cannot be set to " +
                                                             body.dump() + ". Make sure the " +
                                                             agent.active_application() +
                                                             " application supports it");
    co_return success();
}

} // namespace

std::span<const route> screen_routes()
{
    using enum session_form;
    static constexpr bool beside_the_queue = true;
    static constexpr std::array table{
        route{verb::get, "/screenshot", either, screenshot, beside_the_queue},
        route{verb::get, "/window/size", either, window_size},
        route{verb::get, "/window/rect", required, window_rect, false,
              &runner_profile::window_rect},
        route{verb::get, "/wda/screen", either, screen},
        route{verb::get, "/orientation", either, orientation},
        route{verb::post, "/orientation", either, set_orientation},
        route{verb::get, "/rotation", either, rotation},
        route{verb::post, "/rotation", either, set_rotation},
        route{verb::get, "/wda/deviceorientation", either, device_orientation, false,
              &runner_profile::device_orientation},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
