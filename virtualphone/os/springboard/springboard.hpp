// The system's shell: which of lock screen, home screen, app and alert is in front, and why.
#pragma once

#include "virtualphone/os/apps/app.hpp"
#include "virtualphone/os/gestures/touch_dispatcher.hpp"
#include "virtualphone/os/springboard/clipboard.hpp"
#include "virtualphone/os/springboard/home_screen.hpp"
#include "virtualphone/os/springboard/lock_screen.hpp"
#include "virtualphone/os/text/on_screen_keyboard.hpp"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone {

class springboard : private touch_host {
public:
    static constexpr std::string_view own_bundle_id = "com.apple.springboard";

    springboard(const model& hardware, const ios_profile& ios, const identity& who, event_log& log);

    /// True when the picture may be another one than before.
    bool advance(milliseconds now);

    void touch(int finger, touch_phase phase, place where, milliseconds at);
    void press_home();
    void press_lock();
    void key(std::uint32_t usage, std::uint32_t modifiers);
    bool type(std::string_view text);

    bool open(std::string_view bundle_id);
    bool open_url(std::string_view url);
    void go_home();
    void lock();
    void unlock();
    void turn(turned device);
    void show_alert(shown_alert what);
    bool answer_alert(std::string_view button);

    const screen_layout& screen() const { return screen_; }
    turned interface_orientation() const { return interface_; }
    turned device_orientation() const { return device_; }
    bool locked() const { return locked_; }
    bool awake() const { return awake_; }
    bool keyboard_shown() const { return focus() != nullptr; }
    std::string_view front_bundle_id() const;
    const std::optional<shown_alert>& alert() const { return alert_; }
    const std::vector<std::unique_ptr<app>>& apps() const { return apps_; }
    nlohmann::json app_states() const;
    virtualphone::clipboard& clipboard() { return clipboard_; }

    /// All that is to be seen now.
    view show();

private:
    // touch_host
    view front_page() override { return show(); }
    bool is_edge_swipe(place start, place where) const override;
    void edge_swiped(const gesture& end) override;
    void recognised(const gesture& what) override;
    void ask_to_paste(virtualphone::clipboard::answer answer);
    void log_gesture(std::string_view name, const gesture& what);

    app* find(std::string_view bundle_id) const;
    text_editor* focus() const;
    view surface();
    bool light_furniture() const;
    bool may_show(turned orientation) const;
    void front_changed();
    void wake();
    void opened();
    void next_alert();

    const model& hardware_;
    event_log& log_;
    milliseconds now_{0};

    virtualphone::clipboard clipboard_;
    wallpaper wallpaper_;
    std::vector<std::unique_ptr<app>> apps_;
    home_screen home_;
    lock_screen lock_screen_;
    on_screen_keyboard keyboard_;
    touch_dispatcher touches_;

    app* front_ = nullptr; // nothing: the home screen
    bool locked_ = false;
    bool awake_ = true;
    turned device_ = turned::portrait;
    turned interface_ = turned::portrait;
    screen_layout screen_;
    std::optional<shown_alert> alert_;
    std::deque<shown_alert> waiting_alerts_;
    bool changed_ = false; // since the last advance()
};

} // namespace thimble::virtualphone
