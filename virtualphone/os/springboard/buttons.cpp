// Meaning of the phone's buttons and of a keyboard's keys to the system.
#include "virtualphone/os/springboard/springboard.hpp"
#include "virtualphone/os/text/hardware_keyboard.hpp"

#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr milliseconds siri_hold{500}; // a button held this long asks for Siri

} // namespace

void springboard::press(hardware_button which, milliseconds held)
{
    changed_ = true;
    const bool long_enough = held >= siri_hold;
    switch (which) {
    case hardware_button::home:
        return long_enough && hardware_.home_button ? ask_siri({}) : press_home_button();
    case hardware_button::lock:
        return long_enough && !hardware_.home_button ? ask_siri({}) : press_lock();
    case hardware_button::volume_up:
        return surfaces_.volume().up(now_);
    case hardware_button::volume_down:
        return surfaces_.volume().down(now_);
    case hardware_button::siri:
        return ask_siri({});
    case hardware_button::action:
        if (hardware_.action_button)
            surfaces_.silent_mode().toggle(now_);
        return;
    case hardware_button::camera: // there is no app that it could open
        return;
    }
}

/// The first press of two does at once what it would do alone.
void springboard::press_home_button()
{
    constexpr milliseconds longest_gap{400}; // between the two presses
    const auto first = std::exchange(home_pressed_, std::nullopt);
    const bool in_use = awake_ && !locked_;
    if (in_use && first && now_ - *first <= longest_gap)
        return show_surface(surface_kind::app_switcher);
    if (in_use && hardware_.home_button)
        home_pressed_ = now_;
    press_home();
}

void springboard::press_home()
{
    changed_ = true;
    const auto* const covering = surfaces_.front();
    if (!awake_)
        wake();
    else if (covering != nullptr && (locked_ || !covering->replaces_app()))
        close_surface();
    else if (locked_)
        lock_screen_.ask_to_open();
    else
        go_home();
}

void springboard::activate()
{
    opens_.reset();
    if (!awake_ || locked_ || front_ == nullptr)
        return;
    front_->leave();
    front_ = nullptr;
    front_changed();
    opened();
}

void springboard::press_lock()
{
    if (awake_)
        lock();
    else
        wake();
}

void springboard::ask_siri(std::string words)
{
    awake_ = true;
    surfaces_.say_to_siri(std::move(words));
    show_surface(surface_kind::siri);
}

void springboard::key(std::uint32_t usage, std::uint32_t modifiers)
{
    changed_ = true;
    const auto stroke = read_key(usage, modifiers);
    if (shortcut(stroke.what))
        return;
    if (locked_) {
        const bool is_character = stroke.text.size() == 1 && stroke.text.front() >= ' ';
        if (is_character) // Return has nothing to send: the last digit has
            lock_screen_.type(stroke.text.front());
    } else if (auto* editor = focus()) {
        apply(stroke, *editor, clipboard_);
    }
}

bool springboard::takes_passcode() const
{
    return awake_ && locked_ && lock_screen_.keypad_shown() && surfaces_.front() == nullptr;
}

/// False: the key is not one of the system's.
bool springboard::shortcut(key_action what)
{
    if (what == key_action::home) {
        press_home();
        return true;
    }
    if (locked_)
        return false;
    const bool searching = surfaces_.shows(surface_kind::spotlight);
    switch (what) {
    case key_action::search:
        searching ? close_surface() : show_surface(surface_kind::spotlight);
        return true;
    case key_action::switch_app:
        switch_to_last_app();
        return true;
    case key_action::dismiss:
        if (searching)
            close_surface();
        else if (surfaces_.front() == nullptr && front_ != nullptr)
            front_->dismiss();
        return true;
    default:
        return false;
    }
}

/// The app before the one that is to be seen; from anywhere else the one used last.
void springboard::switch_to_last_app()
{
    const auto& recent = apps_.recent();
    const std::size_t wanted = front_ != nullptr && surfaces_.front() == nullptr ? 1 : 0;
    if (wanted < recent.size())
        open(recent[wanted]->who().bundle_id);
}

} // namespace thimble::virtualphone
