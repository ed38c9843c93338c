// Pictures of single elements, and the screens that there are.
#include "virtualphone/wda/automation/snapshot.hpp"
#include "virtualphone/wda/protocol/base64.hpp"
#include "virtualphone/wda/routes/gesture_target.hpp"
#include "virtualphone/wda/routes/png_crop.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <array>
#include <cmath>

namespace thimble::virtualphone::wda {

namespace {

using boost::beast::http::verb;
using nlohmann::json;

/// Both "/element/7/screenshot" and "/screenshot/7" have the id as their second part.
answer element_screenshot(automation& agent, const request& asked)
{
    const snapshot seen(agent);
    const auto found = seen.find(part_of_path(asked, 2));
    if (!found)
        return failure(found.error());
    const auto pixels = [scale = agent.os().hardware().scale](double points) {
        return static_cast<int>(std::lround(points * scale));
    };
    const rectangle frame = on_screen(agent, (*found)->frame);
    const auto picture = cropped_png(*agent.os().frame_png(), {.x = pixels(frame.x),
                                                               .y = pixels(frame.y),
                                                               .width = pixels(frame.width),
                                                               .height = pixels(frame.height)});
    if (picture.empty())
        return failure(errors::unable_to_capture_screen,
                       "Cannot take a screenshot of " + (*found)->type);
    return success(base64(picture));
}

answer screens(automation& agent, const request&)
{
    constexpr int main_traits = 7;
    const json bounds{
        {"x", 0}, {"y", 0}, {"width", agent.os().width_pt()}, {"height", agent.os().height_pt()}};
    return success(json::array({json{{"displayId", 1},
                                     {"isMain", true},
                                     {"scale", agent.os().hardware().scale},
                                     {"bounds", bounds},
                                     {"traits", main_traits}}}));
}

} // namespace

std::span<const route> picture_routes()
{
    using enum session_form;
    static constexpr bool beside_the_queue = true;
    static constexpr std::array table{
        route{verb::get, "/element/:id/screenshot", required, element_screenshot},
        route{verb::get, "/screenshot/:id", required, element_screenshot},
        route{verb::get, "/wda/screens", either, screens, beside_the_queue,
              &runner_profile::screens},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
