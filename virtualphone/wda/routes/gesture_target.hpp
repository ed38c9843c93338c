// The application or the element that a gesture of WebDriverAgent's own is done to.
#pragma once

#include "virtualphone/wda/automation/automation.hpp"
#include "virtualphone/wda/protocol/request.hpp"

#include <boost/asio/awaitable.hpp>

#include <expected>
#include <string_view>

namespace thimble::virtualphone::wda {

/// Of "/wda/element/7/tap": "7". Empty: the gesture is the application's.
std::string_view element_of_gesture(const request& asked);

/// In points of the screen's upright interface, whatever points the application counts in. An
/// element without any extent is not visible.
rectangle on_screen(automation& agent, const rectangle& in_application);
std::expected<rectangle, refusal> frame_of(automation& agent, std::string_view element_id);
std::expected<rectangle, refusal> gesture_frame(automation& agent, const request& asked);

/// The place `x`, `y` from the frame's top left, or its middle where neither is given.
std::expected<place, refusal> gesture_place(automation& agent, const request& asked);

place middle_of_frame(const rectangle& frame);

/// Plays it as XCTest does.
boost::asio::awaitable<answer> perform_gesture(automation& agent, event_record event);
boost::asio::awaitable<answer> perform_gesture(automation& agent, const finger_path& path);

} // namespace thimble::virtualphone::wda
