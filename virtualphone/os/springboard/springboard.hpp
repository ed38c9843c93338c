// The system's shell: which of lock screen, home screen, app and alert is in front, and why.
#pragma once

#include "virtualphone/os/apps/app.hpp"
#include "virtualphone/os/apps/app_host.hpp"
#include "virtualphone/os/apps/running_apps.hpp"
#include "virtualphone/os/gestures/touch_dispatcher.hpp"
#include "virtualphone/os/springboard/alert_queue.hpp"
#include "virtualphone/os/springboard/clipboard.hpp"
#include "virtualphone/os/springboard/home_screen.hpp"
#include "virtualphone/os/springboard/lock_screen.hpp"
#include "virtualphone/os/springboard/screen_edge.hpp"
#include "virtualphone/os/springboard/surfaces/system_surfaces.hpp"
#include "virtualphone/os/text/hardware_keyboard.hpp"
#include "virtualphone/os/text/on_screen_keyboard.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone {

class springboard : public app_host, private touch_host, private surface_host {
public:
    static constexpr std::string_view own_bundle_id = "com.apple.springboard";
    static constexpr std::string_view spotlight_bundle_id = "com.apple.Spotlight";

    springboard(const model& hardware, const ios_profile& ios, const identity& who, event_log& log);

    /// True when the picture may be another one than before.
    bool advance(milliseconds now);

    void touch(int finger,
               touch_phase phase,
               place where,
               milliseconds at,
               std::optional<milliseconds> reported = std::nullopt);
    /// Nothing more comes of the fingers that are down.
    void cancel_touches() { touches_.cancel(now_); }
    /// Swipes from an edge that begin from now on are the app's, while one is in front.
    void leave_edges_to_app(bool do_so) { edges_are_of_app_ = do_so; }
    void press(hardware_button which, milliseconds held);
    void key(std::uint32_t usage, std::uint32_t modifiers);
    bool type(std::string_view text);

    bool open(std::string_view bundle_id) override;
    /// The app runs from then on, and what is in front stays there.
    bool open_behind(std::string_view bundle_id);
    bool open_url(std::string_view url) override;
    std::optional<std::string_view> opener_of(std::string_view url) const override;
    /// Ends the app, which loses its state. False: it does not run.
    bool terminate(std::string_view bundle_id) override;
    /// Apps have come or are about to go, by what the phone's identity says of them.
    void renew_apps();
    void go_home() override;
    /// As a short press of a home button, whether there is one or not.
    void press_home();
    /// As XCTest activates an application: presses nothing, and closes no surface.
    void activate();
    void show_surface(surface_kind which);
    void ask_siri(std::string words);
    void lock();
    void unlock();
    void turn(turned device);
    /// The interface follows when the animation of the turn is over.
    void begin_turn(turned device);
    bool turning() const;
    void show_alert(shown_alert what) override;
    bool answer_alert(std::string_view button);

    const screen_layout& screen() const { return screen_; }
    turned interface_orientation() const { return interface_; }
    turned device_orientation() const { return device_; }
    bool locked() const { return locked_; }
    bool awake() const { return awake_; }
    /// True while a passcode is typed, which is nobody's business.
    bool takes_passcode() const;
    bool keyboard_shown() const { return focus() != nullptr; }
    std::string_view front_bundle_id() const;
    /// The process that accessibility finds in front, which is still the app under a surface that
    /// covers a part of it.
    std::string_view active_bundle_id() const;
    /// The alert in front; nullptr: none.
    const shown_alert* alert() const { return alerts_.front(front_bundle_id()); }
    const running_apps& apps() const { return apps_; }
    nlohmann::json app_states() const;
    virtualphone::clipboard& clipboard() { return clipboard_; }

    void set_window(std::string_view bundle_id, app_window how);
    /// From a tap on an app's icon until the app is in front; 0 at first.
    void set_opening_time(milliseconds takes) { opening_time_ = takes; }
    /// The app's window, in points of the screen.
    screen_layout window_of(std::string_view bundle_id) const;
    /// Where on the screen that window begins.
    place corner_of(std::string_view bundle_id) const;
    /// Points of the app for one of the screen.
    double scale_of(std::string_view bundle_id) const;

    /// All that is to be seen now.
    view show();
    /// The part of it that belongs to one process.
    view show_app(std::string_view bundle_id);

private:
    struct opening_app {
        std::string bundle_id;
        milliseconds due;
    };

    bool floats(std::string_view bundle_id) const;

    // touch_host
    view front_page() override { return show(); }
    bool is_edge_swipe(place start, place where) const override;
    void edge_swiped(const gesture& end) override;
    void recognised(const gesture& what) override;

    void close_surface() override; // of surface_host

    bool leads_to_spotlight(place start, place where) const;
    void pushed_control_center(const gesture& end);
    void swiped_from_bottom(const gesture& end);
    void swiped_from_top(const gesture& end, screen_edge which);
    void swiped_to_spotlight(const gesture& end);
    void tap_icon(std::string_view bundle_id);
    void press_home_button();
    void press_lock();
    bool shortcut(key_action what);
    void switch_to_last_app();
    void leave_surface();
    void ask_to_paste(virtualphone::clipboard::answer answer);
    void log_gesture(std::string_view name, const gesture& what);

    app* app_for(std::string_view url) const;
    text_editor* focus() const;
    view page();
    view front_page_of_app();
    void add_pages(view& all);
    void add_own_pages(view& all);
    void add_spotlight(view& all);
    void add_app(view& all, std::string_view bundle_id);
    void add_alert(view& all, const shown_alert& asking);
    std::string_view shown_surface() const;
    bool home_screen_shows() const;
    bool light_furniture() const;
    bool may_show(turned orientation) const;
    void end_turn();
    void front_changed();
    void wake();
    void opened();

    const model& hardware_;
    event_log& log_;
    milliseconds now_{0};

    virtualphone::clipboard clipboard_;
    wallpaper wallpaper_;
    running_apps apps_;
    home_screen home_;
    lock_screen lock_screen_;
    system_surfaces surfaces_;
    on_screen_keyboard keyboard_;
    touch_dispatcher touches_;

    app* front_ = nullptr; // nothing: the home screen
    bool locked_ = false;
    bool awake_ = true;
    turned device_ = turned::portrait;
    turned interface_ = turned::portrait;
    std::optional<milliseconds> turn_ends_; // of the device's last turn
    screen_layout screen_;
    alert_queue alerts_;
    std::map<std::string, app_window, std::less<>> windows_; // of apps that do not fill the screen
    milliseconds opening_time_{0};
    std::optional<opening_app> opens_;         // whose icon was tapped
    std::optional<milliseconds> home_pressed_; // for the second press of two
    bool edges_are_of_app_ = false;
    bool changed_ = false; // since the last advance()
};

} // namespace thimble::virtualphone
