#include "daemon/actions/screen_state/front_alert.hpp"

#include "daemon/actions/screen_state/state.hpp"
#include "daemon/report/refusals.hpp"

#include <algorithm>
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

std::optional<std::size_t> last_alert_in(const std::vector<device::element>& tree)
{
    for (auto index = tree.size(); index > 0; --index)
        if (tree[index - 1].type == "Alert" && tree[index - 1].visible)
            return index - 1;
    return std::nullopt;
}

} // namespace

alert_cover::alert_cover(const std::vector<device::element>& tree)
{
    const auto alert = last_alert_in(tree);
    if (!alert)
        return;
    const auto frame_of = [&](std::size_t index) {
        const auto& one = tree[index];
        return rectangle{.x = one.x, .y = one.y, .width = one.width, .height = one.height};
    };
    frame_ = frame_of(*alert);
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
    if (!tree || !alert_cover(tree->elements).covers(where))
        co_return std::nullopt;
    co_return co_await alert_in_front(phone);
}

} // namespace thimble::daemon
