// What a phone can do, each bound to the best driver that has probed it.
#pragma once

#include "device/failure.hpp"
#include "gesture/touch_path.hpp"
#include "screen/orientation.hpp"
#include "screen/picture.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>

namespace thimble::device {

/// Every capability that a driver may offer. Several drivers serve one phone at once.
enum class capability : std::uint8_t {
    frame,
    touch,
    keys,
    text,
    buttons,
    apps,
    url,
    clipboard,
    lock,
    orientation,
    elements,
};

/// A picture as it came out of the phone, upright, native size, still encoded.
struct captured_frame {
    screen::picture picture;
    std::chrono::system_clock::time_point captured_at;
};

/// All of these are called on the home thread, end early when their coroutine is cancelled, and
/// never repeat anything that may have reached the phone.
class frame_source {
public:
    virtual ~frame_source() = default;
    virtual boost::asio::awaitable<result<captured_frame>> capture() = 0;
};

/// What becomes of a gesture whose coroutine is cancelled.
enum class on_cancel : std::uint8_t {
    lifted,   // the fingers are up when the coroutine has ended
    plays_on, // the phone plays the path to its end, where the fingers go up
};

class touch_player {
public:
    virtual ~touch_player() = default;

    /// Plays a path made for `made_for`; refuses with stale_frame when the interface differs by
    /// now.
    virtual boost::asio::awaitable<result<void>> play(gesture::touch_path path,
                                                      screen::interface made_for) = 0;
    virtual on_cancel when_cancelled() const = 0;
};

enum class button : std::uint8_t { home };

class button_presser {
public:
    virtual ~button_presser() = default;
    virtual boost::asio::awaitable<result<void>> press(button which) = 0;
};

} // namespace thimble::device
