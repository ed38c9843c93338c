// A scripted phone with a lock, keys and surfaces of the system, which can be asked how it is.
#pragma once

#include "tests/daemon/scripted_phone.hpp"

#include <functional>
#include <memory>

namespace thimble::daemon {

/// State of the phone, as far as commands want to know.
struct phone_condition {
    bool locked = false;
    bool tells_lock = true;
    std::string passcode;        // small letters and digits; empty: none is asked for
    bool passcode_field = false; // is to be seen
    bool keypad = false;         // with buttons for the digits
    std::string entered;         // of a passcode, so far
    bool disabled = false;
    std::string app = "com.example.app"; // in front
    std::string surface;                 // the identifier of what is shown over it, or none
    std::string surface_tree;            // the app that alone shows it; empty: every tree does
    std::optional<device::failure> system_tree_fails;
    bool has_tree = true;
    std::optional<device::alert> alert;
    std::optional<device::failure> keys_fail;
    bool takes_modifiers = true;
    std::optional<device::failure> turning_fails;
    int turns_under_fingers = 0; // so many touches find it turned, and are not made
    int turns_under_drags = 0;   // likewise
};

/// Commands that it was given.
struct command_log {
    int wakes = 0;
    int locks = 0;
    std::vector<device::button> buttons;
    std::vector<device::key_stroke> strokes;
    std::vector<screen::orientation> turns;
    std::vector<device::press_and_drag> drags;
    std::vector<std::string> trees; // by the app's id; empty: of the one in front
    int unrecorded_touches = 0;
};

/// Home thread. Touches lead to `when_swiped`, buttons to `when_pressed`; a right passcode opens.
class commanded_phone final : public scripted_phone {
public:
    explicit commanded_phone(const boost::asio::any_io_executor& home);
    ~commanded_phone() override;

    phone_condition is;
    command_log log;
    std::function<void()> when_swiped = [] {};
    std::function<void()> when_pressed = [] {};
    std::function<void()> when_dragged = [] {};

    /// One more character of the passcode; a wrong one is forgotten with its last.
    void enter(char character);

    device::touch_player* touches() override;
    device::native_dragger* dragger() override;
    device::button_presser* buttons() override;
    device::key_presser* keys() override;
    device::lock_switch* lock() override;
    device::app_launcher* launcher() override;
    device::orientation_switch* orientation() override;
    device::element_reader* elements() override;
    device::alert_reader* alerts() override;

private:
    struct drivers;
    std::unique_ptr<drivers> drivers_;
};

} // namespace thimble::daemon
