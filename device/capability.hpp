// Capabilities of a phone, each bound to the best driver that has probed it.
#pragma once

#include "device/element.hpp"
#include "device/failure.hpp"
#include "gesture/touch_path.hpp"
#include "screen/orientation.hpp"
#include "screen/picture.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::device {

/// Every capability that a driver may offer. Several drivers serve one phone at once.
enum class capability : std::uint8_t {
    frame,
    live_frames, // pushed by the phone
    video,       // as it encodes them itself
    touch,
    keys,
    text,
    buttons,
    action_button, // which only some hardware has
    apps,          // opening them
    front_app,     // which one is in front
    app_list,      // which there are
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
    bool pushed = false; // by the phone, not captured for who asks

    /// It may show the screen as it was so long before `captured_at`, which is when it arrived.
    std::chrono::milliseconds lag{0};

    /// The name of who has taken it, as in phone::driver_of(); it lasts as long as the program.
    /// Empty where nobody has signed it.
    std::string_view driver{};
};

/// All of these are called on the home thread, end early when their coroutine is cancelled, and
/// never repeat anything that may have reached the phone.
class frame_source {
public:
    virtual ~frame_source() = default;
    virtual boost::asio::awaitable<result<captured_frame>> capture() = 0;

    /// capture() of a phone whose last input ended at `input`: for a source whose pictures may be
    /// older than the moment at which they are asked for. It shows what came after that.
    virtual boost::asio::awaitable<result<captured_frame>>
    capture_after(std::chrono::steady_clock::time_point /*input*/)
    {
        return capture();
    }

    /// An input begins: what it does may be asked for soon. Must be quick.
    virtual void input_begins() {}
};

/// iOS ends a runner that uses more than 80 % of a processor for a minute, as more pictures a
/// second than the usual ones may.
inline constexpr int usual_live_frames = 15;
inline constexpr int most_live_frames_ever = 60;

/// Pictures that the phone pushes by itself, more quickly than they could be asked for.
class live_source {
public:
    virtual ~live_source() = default;

    /// Hands over each picture as it comes, at most `frames_per_second` (1..60) of them, until it
    /// is cancelled; the phone works on them for no longer than that. Its return is a failure:
    /// whoever wants more calls again. `captured_at` is never later than the moment that a picture
    /// shows. One call at a time.
    virtual boost::asio::awaitable<failure> watch(int frames_per_second,
                                                  std::function<void(captured_frame)> on_frame) = 0;
};

/// Cause of the failure of a source whose pictures depend on each other: one is missing. The next
/// key, which it has asked for, makes that good.
inline constexpr std::string_view picture_missing = "picture_missing";

/// Fate of a gesture whose coroutine is cancelled.
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

    /// play() for a path whose places are a secret, as those on the keys of a keypad are: they
    /// stand in no recording.
    virtual boost::asio::awaitable<result<void>> play_unrecorded(gesture::touch_path path,
                                                                 screen::interface made_for)
    {
        return play(std::move(path), made_for);
    }

    /// A touch is about to come: a driver that has to look at the phone before each touch does so
    /// now, beside whatever its caller still has to do. Never touches; what it finds is play()'s.
    virtual boost::asio::awaitable<void> look_ahead() { co_return; }
};

enum class button : std::uint8_t {
    home,        // to the home screen, on every model
    home_button, // the button itself, or what stands for it
    volume_up,
    volume_down,
    action,
    siri,
};

class button_presser {
public:
    virtual ~button_presser() = default;

    /// A button that the hardware does not have is `unsupported`.
    virtual boost::asio::awaitable<result<void>> press(button which) = 0;

    /// Twice, near enough to each other to be one double press.
    virtual boost::asio::awaitable<result<void>> press_twice(button which) = 0;
};

/// A key of a hardware keyboard by its usage on the keyboard page (0x07) of the USB HID tables, and
/// the modifier byte of a boot keyboard report (bit 0 control, 1 shift, 2 alternate, 3 command).
struct key_stroke {
    std::uint16_t usage = 0;
    std::uint8_t modifiers = 0;

    friend bool operator==(const key_stroke&, const key_stroke&) = default;
};

class key_presser {
public:
    virtual ~key_presser() = default;
    virtual boost::asio::awaitable<result<void>> press(key_stroke what) = 0;

    /// Fails where the phone has no way to take the key. Presses nothing: for keys of which either
    /// all or none are to be pressed.
    virtual boost::asio::awaitable<result<void>> check(key_stroke) { co_return result<void>{}; }
};

class text_typist {
public:
    virtual ~text_typist() = default;

    /// UTF-8, into whatever has the focus; `keyboard_not_shown` where nothing has. The text stands
    /// in no failure and no recording.
    virtual boost::asio::awaitable<result<void>> type(std::string text) = 0;

    /// Content of the field that has the focus; nothing where the phone does not show it, as in a
    /// field for passwords. A read; `keyboard_not_shown` where nothing has the focus.
    virtual boost::asio::awaitable<result<std::optional<std::string>>> focused_text() = 0;

    /// Where the field is that has the focus; `unsupported` where the driver cannot tell. A read;
    /// `keyboard_not_shown` where nothing has the focus.
    virtual boost::asio::awaitable<result<element_frame>> focused_frame()
    {
        co_return std::unexpected(failure{.what = problem::unsupported,
                                          .message = "The driver does not tell where a field is.",
                                          .cause = {}});
    }
};

/// Cause of a failure: the phone does not tell whether it is locked.
inline constexpr std::string_view lock_not_told = "lock_not_told";

class lock_switch {
public:
    virtual ~lock_switch() = default;

    /// A read. The phone's facts and blockers say the same by the time that it ends.
    virtual boost::asio::awaitable<result<bool>> locked() = 0;
    virtual boost::asio::awaitable<result<void>> lock() = 0;

    /// Lights the screen and leaves the lock screen where no passcode is asked for.
    virtual boost::asio::awaitable<result<void>> wake() = 0;
};

/// An app by its bundle id.
class app_launcher {
public:
    virtual ~app_launcher() = default;

    /// Brings the app to the front, starting it where it does not run.
    virtual boost::asio::awaitable<result<void>> open(std::string bundle_id) = 0;
    virtual boost::asio::awaitable<result<std::string>> in_front() = 0;

    /// Ends the app; whether it ran. `unsupported` where the driver cannot.
    virtual boost::asio::awaitable<result<bool>> terminate(std::string /*bundle_id*/)
    {
        co_return std::unexpected(failure{.what = problem::unsupported,
                                          .message = "The driver of this phone ends no apps.",
                                          .cause = {}});
    }
};

struct installed_app {
    std::string bundle_id;
    std::string name; // as the home screen shows it
    std::string version;
    bool system = false;

    friend bool operator==(const installed_app&, const installed_app&) = default;
};

class app_catalog {
public:
    virtual ~app_catalog() = default;

    /// The apps that a person can open, in no particular order. A read.
    virtual boost::asio::awaitable<result<std::vector<installed_app>>> read() = 0;
};

class url_opener {
public:
    virtual ~url_opener() = default;
    virtual boost::asio::awaitable<result<void>> open(std::string url) = 0;
};

/// Both bring another app to the front for a moment where the phone demands it, and put the one
/// that was there back. The text stands in no failure and no recording.
class clipboard {
public:
    virtual ~clipboard() = default;
    virtual boost::asio::awaitable<result<std::string>> read() = 0;
    virtual boost::asio::awaitable<result<void>> write(std::string text) = 0;
};

class orientation_switch {
public:
    virtual ~orientation_switch() = default;

    /// `refused` with cause `app_refuses` where the app in front does not turn.
    virtual boost::asio::awaitable<result<void>> turn(screen::orientation to) = 0;
};

/// A dialogue of the system or of an app that waits for one of its buttons.
struct alert {
    std::string text;
    std::vector<std::string> buttons;

    friend bool operator==(const alert&, const alert&) = default;
};

class alert_reader {
public:
    virtual ~alert_reader() = default;

    /// The alert in front, or none.
    virtual boost::asio::awaitable<result<std::optional<alert>>> read() = 0;
};

} // namespace thimble::device
