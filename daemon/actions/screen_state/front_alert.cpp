#include "daemon/actions/screen_state/front_alert.hpp"

#include "daemon/actions/screen_state/state.hpp"
#include "daemon/report/refusals.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace thimble::daemon {

namespace {

/// The index after the last descendant: a parent stands before its children.
std::size_t end_of_branch(const std::vector<device::element>& tree, std::size_t root)
{
    auto end = root + 1;
    while (end < tree.size() && tree[end].depth > tree[root].depth)
        ++end;
    return end;
}

std::optional<std::size_t> last_visible(const std::vector<device::element>& tree,
                                        std::string_view type)
{
    for (auto index = tree.size(); index > 0; --index)
        if (tree[index - 1].type == type && tree[index - 1].visible)
            return index - 1;
    return std::nullopt;
}

/// A sheet on an iPad is a popover, which a touch beside it puts away before it does anything else.
std::optional<std::size_t> last_sheet_in(const std::vector<device::element>& tree)
{
    const auto sheet = last_visible(tree, "Sheet");
    if (!sheet)
        return std::nullopt;
    for (std::size_t index = 0; index < *sheet; ++index)
        if (tree[index].name == "PopoverDismissRegion" && end_of_branch(tree, index) > *sheet)
            return std::nullopt;
    return sheet;
}

/// The index of each element's parent; of a root, its own.
std::vector<std::size_t> parents_in(const std::vector<device::element>& tree)
{
    std::vector<std::size_t> parents(tree.size());
    std::vector<std::size_t> above; // of the element that comes next, the outermost first
    for (std::size_t index = 0; index < tree.size(); ++index) {
        while (!above.empty() && tree[above.back()].depth >= tree[index].depth)
            above.pop_back();
        parents[index] = above.empty() ? index : above.back();
        above.push_back(index);
    }
    return parents;
}

/// One bit for each button of the alert, and one for its text, set where the element shows it.
std::uint64_t parts_shown_by(const device::element& one, const device::alert& alert)
{
    std::uint64_t parts = 0;
    for (std::size_t button = 0; button < alert.buttons.size(); ++button)
        if (one.type == "Button" && one.label == alert.buttons[button])
            parts |= std::uint64_t{1} << button;
    if (one.type != "Button" && !one.label.empty() && alert.text.contains(one.label))
        parts |= std::uint64_t{1} << alert.buttons.size();
    return parts;
}

/// A dialog of a page in Safari has no type of its own: it is the innermost element that has all
/// of the alert's buttons and some of its text.
std::optional<std::size_t> dialog_in(const std::vector<device::element>& tree,
                                     const device::alert& alert)
{
    constexpr std::size_t most_buttons = 62; // with a bit for the text
    if (alert.buttons.empty() || alert.buttons.size() > most_buttons)
        return std::nullopt;
    const auto all = (std::uint64_t{1} << (alert.buttons.size() + 1)) - 1;
    const auto parents = parents_in(tree);
    std::vector<std::uint64_t> parts(tree.size());
    for (auto index = tree.size(); index > 0; --index) { // children before their parents
        auto& own = parts[index - 1];
        if (tree[index - 1].visible)
            own |= parts_shown_by(tree[index - 1], alert);
        if (own == all)
            return index - 1;
        parts[parents[index - 1]] |= own;
    }
    return std::nullopt;
}

} // namespace

alert_cover::alert_cover(const std::vector<device::element>& tree,
                         const std::optional<device::alert>& told)
{
    const auto frame_of = [&](std::size_t index) {
        const auto& one = tree[index];
        return rectangle{.x = one.x, .y = one.y, .width = one.width, .height = one.height};
    };
    auto alert = last_visible(tree, "Alert");
    if (alert)
        frame_ = frame_of(*alert);
    if (!alert)
        alert = last_sheet_in(tree);
    if (!alert && told)
        alert = dialog_in(tree, *told);
    if (!alert)
        return;
    in_front_.resize(tree.size());
    const auto bring_to_front = [&](std::size_t root) {
        const auto end = end_of_branch(tree, root);
        for (auto index = root; index < end; ++index)
            in_front_[index] = true;
    };
    bring_to_front(*alert);
    for (std::size_t index = 0; index < tree.size(); ++index) {
        if (tree[index].type != "Keyboard")
            continue;
        bring_to_front(index);
        keyboards_.push_back(frame_of(index));
    }
}

bool alert_cover::covers(gesture::point where) const
{
    if (!frame_)
        return false;
    const auto contains = [&](const rectangle& area) {
        return where.x >= area.x && where.x < area.x + area.width && where.y >= area.y &&
               where.y < area.y + area.height;
    };
    return !contains(*frame_) && std::ranges::none_of(keyboards_, contains);
}

refusal covered_by(const device::alert& in_front, std::string message)
{
    return not_reached(in_front, "alert_in_front", std::move(message), link::outcome::not_sent);
}

boost::asio::awaitable<std::optional<device::alert>> alert_over(device::phone& phone,
                                                                gesture::point where)
{
    if (!phone.facts().alert)
        co_return std::nullopt;
    device::element_reader* reader = phone.elements();
    if (reader == nullptr)
        co_return std::nullopt;
    const auto tree = co_await reader->read();
    if (!tree || !alert_cover(tree->elements, {}).covers(where))
        co_return std::nullopt;
    co_return co_await alert_in_front(phone);
}

} // namespace thimble::daemon
