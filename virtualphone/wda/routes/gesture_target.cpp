#include "virtualphone/wda/routes/gesture_target.hpp"

#include "virtualphone/wda/automation/snapshot.hpp"
#include "virtualphone/wda/protocol/arguments.hpp"
#include "virtualphone/wda/protocol/cast_arguments.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <boost/beast/core/string.hpp>

#include <utility>

namespace thimble::virtualphone::wda {

std::string_view element_of_gesture(const request& asked)
{
    const bool of_an_element = boost::beast::iequals(part_of_path(asked, 2), "element");
    return of_an_element ? part_of_path(asked, 3) : std::string_view();
}

rectangle on_screen(automation& agent, const rectangle& in_application)
{
    const std::string app = agent.active_application();
    const place begin = agent.os().on_screen(app, {.x = in_application.x, .y = in_application.y});
    const place end = agent.os().on_screen(app, {.x = in_application.x + in_application.width,
                                                 .y = in_application.y + in_application.height});
    return {.x = begin.x, .y = begin.y, .width = end.x - begin.x, .height = end.y - begin.y};
}

std::expected<rectangle, refusal> frame_of(automation& agent, std::string_view element_id)
{
    const snapshot seen(agent);
    const auto found = seen.find(element_id);
    if (!found)
        return std::unexpected(found.error());
    const rectangle& frame = (*found)->frame;
    if (frame.width <= 0 || frame.height <= 0)
        return std::unexpected(
            refusal{errors::element_not_visible, "The element has an empty frame"});
    return on_screen(agent, frame);
}

std::expected<rectangle, refusal> gesture_frame(automation& agent, const request& asked)
{
    const auto element_id = element_of_gesture(asked);
    if (!element_id.empty())
        return frame_of(agent, element_id);
    return on_screen(agent, agent.os().app_frame(agent.active_application()));
}

place middle_of_frame(const rectangle& frame)
{
    return {.x = frame.x + frame.width / 2, .y = frame.y + frame.height / 2};
}

std::expected<place, refusal> gesture_place(automation& agent, const request& asked)
{
    const bool x = has_argument(asked.body, "x");
    if (x != has_argument(asked.body, "y")) {
        return std::unexpected(
            refusal{errors::invalid_argument, "Both x and y coordinates must be provided"});
    }
    const auto frame = gesture_frame(agent, asked);
    if (!frame)
        return std::unexpected(frame.error());
    if (!x)
        return middle_of_frame(*frame);
    auto where = cast_place(asked.body, "x", "y");
    if (where)
        where = place{.x = frame->x + where->x, .y = frame->y + where->y};
    return where;
}

boost::asio::awaitable<answer> perform_gesture(automation& agent, event_record event)
{
    if (event.length > longest_event)
        co_return failure(errors::invalid_argument, "The gesture takes more than 5 minutes");
    const milliseconds begin = agent.present();
    co_await agent.find_active_application();
    co_await agent.play_when_idle(std::move(event));
    co_await agent.take_at_least(agent.device().times.touch, begin);
    co_return success();
}

boost::asio::awaitable<answer> perform_gesture(automation& agent, const finger_path& path)
{
    const auto& steps = path.steps();
    return perform_gesture(agent, event_record{.steps = steps, .length = steps.back().at});
}

} // namespace thimble::virtualphone::wda
