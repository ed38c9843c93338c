// Attributes of elements, and what fingers and keys do to them.
#include "virtualphone/wda/automation/snapshot.hpp"
#include "virtualphone/wda/automation/typing.hpp"
#include "virtualphone/wda/elements/element_attributes.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <array>
#include <cmath>

namespace thimble::virtualphone::wda {

namespace {

using boost::asio::awaitable;
using boost::beast::http::verb;
using nlohmann::json;

using description = json (*)(const element&);

answer describe(automation& agent, const request& asked, description tell)
{
    const snapshot seen(agent);
    const auto found = seen.find(part_of_path(asked, 2));
    return found ? success(tell(**found)) : failure(found.error());
}

answer rect(automation& agent, const request& asked)
{
    return describe(agent, asked, [](const element& one) {
        const auto whole = [](double points) { return std::lround(points); };
        return json{{"x", whole(one.frame.x)},
                    {"y", whole(one.frame.y)},
                    {"width", whole(one.frame.width)},
                    {"height", whole(one.frame.height)}};
    });
}

/// Its content, or else its name.
answer text(automation& agent, const request& asked)
{
    return describe(agent, asked,
                    [](const element& one) { return json(value_of(one).value_or(one.label)); });
}

/// The name of an element is its type.
answer type(automation& agent, const request& asked)
{
    return describe(agent, asked, [](const element& one) { return json(type_name(one)); });
}

answer enabled(automation& agent, const request& asked)
{
    return describe(agent, asked, [](const element& one) { return json(one.enabled); });
}

answer displayed(automation& agent, const request& asked)
{
    return describe(agent, asked, [](const element& one) { return json(one.visible); });
}

answer attribute(automation& agent, const request& asked)
{
    const snapshot seen(agent);
    const auto found = seen.find(part_of_path(asked, 2));
    if (!found)
        return failure(found.error());
    const auto name = part_of_path(asked, 4);
    if (!knows_attribute(name))
        return failure(errors::unknown_error, unknown_attribute(name));
    return success(attribute_of(**found, name));
}

/// Where a finger goes to touch the element.
std::expected<place, refusal> middle_of(automation& agent, const request& asked)
{
    const snapshot seen(agent);
    const auto found = seen.find(part_of_path(asked, 2));
    if (!found)
        return std::unexpected(found.error());
    const rectangle& frame = (*found)->frame;
    if (frame.width <= 0 || frame.height <= 0)
        return std::unexpected(
            refusal{errors::element_not_visible, "The element has an empty frame"});
    return agent.os().on_screen(agent.active_application(),
                                {.x = frame.x + frame.width / 2, .y = frame.y + frame.height / 2});
}

awaitable<void> tap_place(automation& agent, place where)
{
    constexpr milliseconds held{125};
    finger_path finger(0);
    finger.down(where, milliseconds(0));
    finger.up(held);
    co_await agent.play_when_idle({.steps = finger.steps(), .length = held});
}

awaitable<answer> click(automation& agent, const request& asked)
{
    const auto where = middle_of(agent, asked);
    if (!where)
        co_return failure(where.error());
    co_await tap_place(agent, *where);
    co_return success();
}

/// Taps the element unless it has the focus already.
awaitable<std::expected<void, refusal>> focus(automation& agent, const request& asked)
{
    const auto where = middle_of(agent, asked);
    if (!where)
        co_return std::unexpected(where.error());
    const snapshot seen(agent);
    const auto wanted = seen.find(part_of_path(asked, 2));
    if (wanted && *wanted != seen.focused())
        co_await tap_place(agent, *where);
    co_return std::expected<void, refusal>();
}

awaitable<answer> type_into(automation& agent, const request& asked)
{
    if (const auto focused = co_await focus(agent, asked); !focused)
        co_return failure(focused.error());
    co_return co_await type_text(agent, asked.body);
}

/// Selects all that is there and deletes it.
awaitable<answer> clear(automation& agent, const request& asked)
{
    constexpr std::uint32_t usage_a = 0x04;
    constexpr std::uint32_t usage_delete = 0x2A;
    constexpr std::uint32_t command = 0x08;
    if (const auto focused = co_await focus(agent, asked); !focused)
        co_return failure(focused.error());
    if (!agent.os().keyboard_shown())
        co_return failure(errors::invalid_element_state, "The element takes no text");
    for (const auto& [usage, modifiers] :
         std::array{std::pair{usage_a, command}, std::pair{usage_delete, std::uint32_t{0}}}) {
        agent.os().key(usage, modifiers, true, agent.present());
        agent.os().key(usage, modifiers, false, agent.present());
    }
    co_return success();
}

} // namespace

std::span<const route> element_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::get, "/element/:id/rect", required, rect},
        route{verb::get, "/element/:id/text", required, text},
        route{verb::get, "/element/:id/name", required, type},
        route{verb::get, "/element/:id/enabled", required, enabled},
        route{verb::get, "/element/:id/displayed", required, displayed},
        route{verb::get, "/element/:id/attribute/:name", required, attribute},
        route{verb::post, "/element/:id/click", required, click},
        route{verb::post, "/element/:id/clear", required, clear},
        route{verb::post, "/element/:id/value", required, type_into},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
