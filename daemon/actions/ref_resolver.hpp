// Elements that were seen before, found again: the same ones, or none.
#pragma once

#include "daemon/actions/screen_state/screen_elements.hpp"
#include "link/seen_element.hpp"

#include <memory>

namespace thimble::daemon {

struct resolved_element {
    nlohmann::json record; // as the result of a touch has it
    gesture::point middle;
    double width = 0; // points
    double height = 0;
    screen::interface shown;
    bool focused = false; // it has the keyboard, as far as is known
};

/// For one action; home thread. Where nothing has touched the phone since the elements were seen
/// (`held`) they are where they were; else the tree is read once.
class ref_resolver {
public:
    ref_resolver(action_context on, link::action what, bool held)
        : on_(std::move(on)), what_(std::move(what)), held_(held)
    {
    }

    /// A refusal's outcome is not_sent: STALE_FRAME where the screen does not show the element, or
    /// not for certain; `alert_in_front` where it lies under an alert.
    boost::asio::awaitable<std::expected<resolved_element, refusal>>
    resolve(link::seen_element element);

private:
    boost::asio::awaitable<std::expected<resolved_element, refusal>>
    resolve_in_place(link::seen_element element);
    boost::asio::awaitable<std::expected<resolved_element, refusal>>
    resolve_in_tree(link::seen_element element);
    boost::asio::awaitable<std::optional<refusal>> read_tree();

    action_context on_;
    link::action what_;
    bool held_;
    std::shared_ptr<const screen_elements> tree_; // nullptr: not read
};

} // namespace thimble::daemon
