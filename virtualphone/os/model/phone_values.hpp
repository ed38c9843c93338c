// Values that the parts of a phone's software pass on: touches, places, alerts, elements.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone {

enum class touch_phase : std::uint8_t { down, move, up };

/// A place in points of the upright interface, origin top left.
struct place {
    double x = 0;
    double y = 0;
};

enum class turned : std::uint8_t { portrait, landscape_left, landscape_right, upside_down };
std::string_view to_string(turned value);
std::optional<turned> parse_turned(std::string_view text);

enum class hardware_button : std::uint8_t {
    home,
    lock,
    volume_up,
    volume_down,
    siri,
    action,
    camera
};
std::string_view to_string(hardware_button value);

struct identity {
    std::string udid;
    std::string name;
    std::optional<std::string> passcode;
    bool locked = false;
    bool runner_installed = true;                                          // WebDriverAgent's
    std::string runner_id = "com.facebook.WebDriverAgentRunner.xctrunner"; // as it was signed

    /// Its bundle id; empty: it is not on the phone.
    std::string_view installed_runner() const
    {
        return runner_installed ? std::string_view(runner_id) : std::string_view();
    }
};

/// A sheet comes up from the bottom edge; a web dialog belongs to a page that a browser shows.
enum class alert_kind : std::uint8_t { alert, sheet, web_dialog };
std::optional<alert_kind> parse_alert_kind(std::string_view text);

struct shown_alert {
    std::string title;
    std::string text;
    std::vector<std::string> buttons;
    /// Called once, with the button that a finger or answer_alert() chose; never when the app that
    /// shows the alert ends first.
    std::function<void(const std::string& button)> on_answer = nullptr;
    /// The bundle id of the app that shows it, and to which it belongs; empty: the system.
    std::string app = {};
    alert_kind kind = alert_kind::alert;
};

/// An app's part of the screen: `scaled` was made for a smaller one and is magnified to fill it;
/// `left_half` is a window on an iPad with nothing beside it, `floating` one that touches no edge.
enum class app_window : std::uint8_t { full, scaled, left_half, floating };
std::optional<app_window> parse_app_window(std::string_view text);

struct rectangle {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
};

/// A node of the accessibility tree, in points of the upright interface.
struct element {
    std::string type; // "Button", "StaticText", "Cell", …
    std::string label;
    std::string identifier;
    std::optional<std::string> value;
    std::string placeholder{}; // of a field for text
    rectangle frame;
    bool enabled = true;
    bool visible = true;
    bool selected = false; // the page of a tab bar, the chosen one of several
    std::vector<element> children;
};

/// Pixels of the upright interface, four bytes each (blue, green, red, unused), rows without gaps.
struct raw_picture {
    std::vector<std::uint8_t> pixels;
    int width = 0;
    int height = 0;
};

using encoded_picture = std::shared_ptr<const std::vector<std::uint8_t>>;

} // namespace thimble::virtualphone
