// Scrolling as WebDriverAgent does it: slow drags inside a scroll view until an element shows.
#pragma once

#include "virtualphone/wda/automation/automation.hpp"

#include <boost/asio/awaitable.hpp>

#include <expected>
#include <string_view>

namespace thimble::virtualphone::wda {

/// The finger goes by `way` inside `frame`, both in the screen's points, in several drags where
/// that is too far for one.
boost::asio::awaitable<void> scroll_by(automation& agent, rectangle frame, place way);

/// Until the element is visible: at most 25 times half of the scroll view that it is in. Refused
/// when there is no such view, or it takes longer.
boost::asio::awaitable<std::expected<void, refusal>> scroll_to_element(automation& agent,
                                                                       std::string element_id);

} // namespace thimble::virtualphone::wda
