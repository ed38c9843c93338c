// Scrolling to something, or into a direction.
#include "virtualphone/wda/automation/snapshot.hpp"
#include "virtualphone/wda/elements/predicate.hpp"
#include "virtualphone/wda/protocol/cast_arguments.hpp"
#include "virtualphone/wda/routes/gesture_target.hpp"
#include "virtualphone/wda/routes/route.hpp"
#include "virtualphone/wda/routes/scrolling.hpp"

#include <array>

namespace thimble::virtualphone::wda {

namespace {

using boost::asio::awaitable;
using boost::beast::http::verb;

/// The last one below `in`, in the order of the tree.
const element* last_accepted(const element& in, const element_test& accepts)
{
    const element* found = nullptr;
    for (const element& child : in.children) {
        if (accepts(child))
            found = &child;
        if (const element* deeper = last_accepted(child, accepts))
            found = deeper;
    }
    return found;
}

/// The id of the element that the request scrolls to.
std::expected<std::string, refusal>
descendant(automation& agent, const request& asked, const element_test& accepts, refusal otherwise)
{
    const snapshot seen(agent);
    const element* in = &seen.tree();
    if (const auto id = element_of_gesture(asked); !id.empty()) {
        const auto found = seen.find(id);
        if (!found)
            return std::unexpected(found.error());
        in = *found;
    }
    const element* const found = last_accepted(*in, accepts);
    if (found == nullptr)
        return std::unexpected(std::move(otherwise));
    return seen.reference(*found).at("ELEMENT").get<std::string>();
}

awaitable<answer> scroll_to(automation& agent, std::expected<std::string, refusal> element_id)
{
    if (!element_id)
        co_return failure(element_id.error());
    const auto shown = co_await scroll_to_element(agent, *element_id);
    co_return shown ? success() : failure(shown.error());
}

awaitable<answer> scroll_to_name(automation& agent, const request& asked, std::string name)
{
    const auto named = [name](const element& one) {
        return one.identifier == name || one.label == name;
    };
    refusal otherwise{errors::no_such_element,
                      "'" + name + "' identifier didn't match any elements"};
    co_return co_await scroll_to(agent, descendant(agent, asked, named, std::move(otherwise)));
}

awaitable<answer> scroll_to_predicate(automation& agent, const request& asked, std::string text)
{
    const auto accepts = read_predicate(text);
    if (!accepts)
        co_return failure(accepts.error());
    refusal otherwise{errors::no_such_element,
                      "'" + text + "' predicate didn't match any elements"};
    co_return co_await scroll_to(agent, descendant(agent, asked, *accepts, std::move(otherwise)));
}

/// The direction is the one in which the view is read on; others than the four do nothing.
awaitable<answer> scroll_on(automation& agent, const request& asked, std::string direction)
{
    constexpr double most = 100; // times the frame
    const auto given = has_argument(asked.body, "distance")
                           ? cast_number(asked.body, "distance", -most, most)
                           : std::expected<double, refusal>(1);
    const auto frame = given ? gesture_frame(agent, asked) : std::unexpected(given.error());
    if (!frame)
        co_return failure(frame.error());
    place way;
    if (direction == "up" || direction == "down")
        way.y = frame->height * (direction == "up" ? *given : -*given);
    if (direction == "left" || direction == "right")
        way.x = frame->width * (direction == "left" ? *given : -*given);
    co_await scroll_by(agent, *frame, way);
    co_return success();
}

std::optional<std::string> text_if_given(const request& asked, std::string_view name)
{
    const auto found = asked.body.find(name);
    return found != asked.body.end() && found->is_string()
               ? std::optional(found->get<std::string>())
               : std::nullopt;
}

/// Which arguments there are decides on what is done.
awaitable<answer> scroll(automation& agent, const request& asked)
{
    if (const auto name = text_if_given(asked, "name"))
        co_return co_await scroll_to_name(agent, asked, *name);
    if (const auto direction = text_if_given(asked, "direction"))
        co_return co_await scroll_on(agent, asked, *direction);
    if (const auto predicate = text_if_given(asked, "predicateString"))
        co_return co_await scroll_to_predicate(agent, asked, *predicate);
    if (!has_argument(asked.body, "toVisible"))
        co_return failure(errors::invalid_argument, "Unsupported scroll type");
    const std::string element_id(element_of_gesture(asked));
    if (element_id.empty()) // the application is visible
        co_return success();
    co_return co_await scroll_to(agent, element_id);
}

awaitable<answer> scroll_natively(automation& agent, const request& asked)
{
    co_return co_await scroll_to(agent, std::string(element_of_gesture(asked)));
}

} // namespace

std::span<const route> scroll_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::post, "/wda/scroll", required, scroll},
        route{verb::post, "/wda/element/:id/scroll", required, scroll},
        route{verb::post, "/wda/element/:id/scrollto", required, scroll_natively},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
