#include "link/action.hpp"

#include <algorithm>
#include <type_traits>

namespace thimble::link {

namespace {

/// The names that a touch has when it is asked for at an element.
std::string_view name_at_element(const touch& what)
{
    struct {
        std::string_view operator()(const tap&) const { return "tap-select"; }
        std::string_view operator()(const double_tap&) const { return "double-tap-select"; }
        std::string_view operator()(const triple_tap&) const { return "triple-tap-select"; }
        std::string_view operator()(const tap_and_hold&) const { return "tap-and-hold-select"; }
        std::string_view operator()(const flick&) const { return "flick-select"; }
        std::string_view operator()(const drag&) const { return "drag-select"; }
        std::string_view operator()(const pinch&) const { return "pinch-select"; }
    } names;
    return std::visit(names, what);
}

std::string_view name_at_ref(const ref_touch& what)
{
    struct {
        std::string_view operator()(const tap&) const { return "tap-ref"; }
        std::string_view operator()(const double_tap&) const { return "double-tap-ref"; }
        std::string_view operator()(const triple_tap&) const { return "triple-tap-ref"; }
        std::string_view operator()(const tap_and_hold&) const { return "tap-and-hold-ref"; }
        std::string_view operator()(const flick&) const { return "flick-ref"; }
        std::string_view operator()(const pan&) const { return "pan-ref"; }
        std::string_view operator()(const drag&) const { return "drag-ref"; }
        std::string_view operator()(const hold_and_drag&) const { return "hold-and-drag-ref"; }
        std::string_view operator()(const pinch&) const { return "pinch-ref"; }
    } names;
    return std::visit(names, what);
}

template <class Action>
std::string_view name_of_one(const Action& /*what*/)
{
    return Action::name;
}

std::string_view name_of_one(const touch_element& what)
{
    return name_at_element(what.what);
}

std::string_view name_of_one(const touch_ref& what)
{
    return name_at_ref(what.what);
}

template <class Action>
std::chrono::milliseconds duration_of_one(const Action& what)
{
    if constexpr (requires { what.duration; })
        return what.duration;
    else
        return std::chrono::milliseconds{0};
}

std::chrono::milliseconds duration_of_one(const hold_and_drag& what)
{
    return what.hold;
}

std::chrono::milliseconds duration_of_one(const touch_element& what)
{
    return std::visit([](const auto& one) { return duration_of_one(one); }, what.what);
}

std::chrono::milliseconds duration_of_one(const touch_ref& what)
{
    return std::visit([](const auto& one) { return duration_of_one(one); }, what.what);
}

std::chrono::milliseconds duration_of_one(const settle& what)
{
    return what.limit;
}

std::chrono::milliseconds duration_of_one(const batch& what)
{
    std::chrono::milliseconds sum{0};
    for (const step& one : what.steps)
        sum += duration_of(to_action(one));
    return sum;
}

template <class Action>
bool is_at_a_place(const Action& /*what*/)
{
    return requires(Action one) { one.x; } || requires(Action one) { one.from_x; };
}

/// Those of a seen element are, too.
bool is_at_a_place(const touch_ref& /*what*/)
{
    return true;
}

bool is_at_a_place(const type_ref& /*what*/)
{
    return true;
}

bool is_at_a_place(const screenshot& what)
{
    return what.part.has_value();
}

bool is_at_a_place(const batch& what)
{
    return std::ranges::any_of(what.steps,
                               [](const step& one) { return has_coordinates(to_action(one)); });
}

} // namespace

std::string_view name_of(const action& what)
{
    return std::visit([](const auto& one) { return name_of_one(one); }, what);
}

bool names_touch(std::string_view action)
{
    const auto is_one = [action]<class... Touches>(const std::variant<Touches...>& /*kinds*/,
                                                   auto name_of_touch) {
        return ((action == name_of_touch(Touches{})) || ...);
    };
    return is_one(ref_touch(), [](const auto& what) { return name_of_one(what); }) ||
           is_one(ref_touch(), name_at_ref) || is_one(touch(), name_at_element);
}

lane lane_of(const action& what)
{
    return std::visit([](const auto& one) { return std::decay_t<decltype(one)>::lane; }, what);
}

std::chrono::milliseconds duration_of(const action& what)
{
    return std::visit([](const auto& one) { return duration_of_one(one); }, what);
}

bool has_coordinates(const action& what)
{
    return std::visit([](const auto& one) { return is_at_a_place(one); }, what);
}

action to_action(const step& one)
{
    return std::visit([](const auto& kind) { return action(kind); }, one);
}

} // namespace thimble::link
