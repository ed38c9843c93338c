// The first look at a phone and the first touch of it, which has to be seen.
#pragma once

#include "daemon/phone_view/phone_view.hpp"
#include "screen/picture.hpp"

#include <expected>
#include <functional>
#include <string>

namespace thimble::daemon {

/// The error is a sentence.
boost::asio::awaitable<std::expected<screen::picture, std::string>> take_picture(phone_view& of,
                                                                                 std::string udid);

struct touch_failure {
    std::string why;     // a sentence
    bool tapped = false; // or perhaps
};

/// Goes home, taps the icon of an app that every phone has, sees whether the screen changes by
/// that, and goes home again. An icon that is not there has not been tapped, so that the next one
/// is tried; what may have been tapped is never tapped again. `about_to_touch` is called before
/// each try.
boost::asio::awaitable<std::expected<void, touch_failure>>
tap_and_see(phone_view& on, std::string udid, std::function<void()> about_to_touch);

} // namespace thimble::daemon
