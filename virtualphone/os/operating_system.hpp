// The small iOS that runs on a virtual phone: state that a finger changes and a picture shows.
#pragma once

#include "virtualphone/os/model/event_log.hpp"
#include "virtualphone/os/model/model.hpp"
#include "virtualphone/os/model/phone_values.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone {

/// One phone's software. It never hears the word "tap": only fingers, keys and buttons, each with
/// the moment at which it happened; gestures are recognised from these. It has no thread and no
/// timer: whoever asks it something first says what time it is (advance), and everything that was
/// due by then (a long press, momentum, an animation) happens in order. Times never go backwards;
/// an earlier one counts as the latest one seen. One thread only.
class operating_system {
public:
    static constexpr std::string_view runner_executable = "WebDriverAgentRunner-Runner";

    operating_system(const model& hardware, const ios_profile& ios, identity who, event_log& log);
    operating_system(const operating_system&) = delete;
    operating_system& operator=(const operating_system&) = delete;
    ~operating_system();

    void advance(milliseconds now);

    // Acts of a hand. Every call is in the event log.
    /// `reported`: the moment by the clock of the host whose report tells of it, which counts from
    /// anywhere.
    void touch(int finger,
               touch_phase phase,
               place where,
               milliseconds at,
               std::optional<milliseconds> reported = std::nullopt);
    /// Takes every finger for lifted, and nothing comes of what they did.
    void cancel_touches(milliseconds at);
    /// Applies to the touches that follow: swipes from an edge belong to the app in front, if there
    /// is one.
    void leave_edges_to_app(bool do_so);
    void press(hardware_button which, milliseconds held, milliseconds at);
    void key(std::uint32_t usage, std::uint32_t modifiers, bool down, milliseconds at);

    // Acts of WebDriverAgent without a finger. Each says whether the phone did it.
    bool type(std::string_view text, milliseconds at); // false: nothing has the keyboard's focus
    /// SpringBoard is in front of the apps; nothing is pressed, and no surface of its own closes.
    void go_home(milliseconds at);
    bool launch(std::string_view bundle_id, milliseconds at); // false: locked or not installed
    /// The app runs, and what is in front stays there. False: locked or not installed.
    bool launch_behind(std::string_view bundle_id, milliseconds at);
    /// The app loses its state. False: it does not run.
    bool terminate(std::string_view bundle_id, milliseconds at);
    /// Without words, Siri listens.
    void ask_siri(std::string words, milliseconds at);
    bool open_url(std::string_view url, milliseconds at);
    void copy(std::string text, milliseconds at); // as the app in front
    /// `use` gets the clipboard as the app in front does: once the user allows it.
    void paste(std::function<void(const std::string& text)> use, milliseconds at);
    bool answer_alert(std::string_view button, milliseconds at);
    bool rotate_interface(turned to, milliseconds at); // false: the app in front refuses
    /// The phone is turned at once, and what it shows once the turn's animation is over.
    void begin_rotation(turned to, milliseconds at);

    // Acts of the world.
    void lock(milliseconds at);
    void unlock(milliseconds at);
    void rotate_device(turned to, milliseconds at);
    void show_alert(shown_alert what, milliseconds at);
    void set_clipboard(std::string text, milliseconds at);
    void set_window(std::string_view bundle_id, app_window how, milliseconds at);
    /// From a tap on an app's icon until the app is in front; none at first.
    void set_opening_time(milliseconds takes, milliseconds at);
    void reboot(milliseconds at);
    /// WebDriverAgent's runner, signed as this app. False: there is one already.
    bool install_runner(std::string bundle_id, milliseconds at);
    /// False: there was none.
    bool remove_runner(milliseconds at);

    // Visible state, and questions.
    const model& hardware() const;
    const ios_profile& ios() const;
    const identity& who() const;
    turned interface_orientation() const;
    turned device_orientation() const;
    bool turning() const;    // what it shows is about to turn
    double width_pt() const; // of the upright interface
    double height_pt() const;
    /// The app as it sees itself: in its own points, which are smaller than the screen's where it
    /// is scaled. WebDriverAgent's runner is made for the smallest of all screens.
    rectangle app_frame(std::string_view bundle_id) const;
    /// Converts points of the app into points of the screen.
    place on_screen(std::string_view bundle_id, place in_app) const;
    bool locked() const;
    bool unlocked_since_boot() const; // else the keys of what it stores are not there
    bool awake() const;
    bool keyboard_shown() const;
    std::string front_app() const; // bundle id
    /// The bundle id of the process that accessibility finds in front: the app behind Control
    /// Center, com.apple.Spotlight, SpringBoard with an alert of the system.
    std::string active_app() const;
    bool runs(std::string_view bundle_id) const; // the app, in front or not
    const std::string& clipboard() const;
    const std::map<int, place>& fingers_down() const;  // by number, and where each was seen last
    const shown_alert* alert() const;                  // in front; nullptr: none
    nlohmann::json app_states() const;                 // per bundle id: what the app has to tell
    element tree() const;                              // of all that is to be seen
    element tree_of(std::string_view bundle_id) const; // of this process, in its own points

    struct installed_app {
        std::string bundle_id;
        std::string name;
        std::string version;
        bool system = true;
    };
    std::vector<installed_app> apps() const;

    /// The screen now, native pixels, upright, as PNG. Encoded anew only when something has
    /// changed.
    encoded_picture frame_png();
    /// The same as JPEG (1..100), for the MJPEG stream.
    encoded_picture frame_jpeg(int quality);
    /// The same as pixels, drawn anew.
    raw_picture frame_pixels();
    /// Grows whenever the picture may have changed.
    std::uint64_t generation() const;

private:
    struct implementation;
    std::unique_ptr<implementation> self_;
};

} // namespace thimble::virtualphone
