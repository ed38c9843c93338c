// Interface of every app of the virtual phone to the system.
#pragma once

#include "virtualphone/os/draw/app_icon.hpp"
#include "virtualphone/os/toolkit/screen_layout.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <nlohmann/json.hpp>

#include <string_view>

namespace thimble::virtualphone {

class text_editor;

/// Appearance of an app outside itself.
struct app_identity {
    std::string_view bundle_id;
    std::string_view name;
    app_icon icon = app_icon::sketch;
    bool system = true;
};

/// Keeps its state while it is not in front; ends with the operating system or at a reboot.
class app {
public:
    virtual ~app() = default;

    virtual app_identity who() const = 0;
    /// All it shows, from edge to edge; status bar, keyboard and alerts are added by the system.
    virtual view show(const screen_layout& screen) = 0;
    /// Lets what moves by itself move; true when the picture has changed.
    virtual bool advance(milliseconds /*now*/) { return false; }
    /// Where typed text goes; nothing: no keyboard.
    virtual text_editor* focus() { return nullptr; }
    /// True if addresses of this scheme are its business.
    virtual bool opens(std::string_view /*scheme*/) const { return false; }
    /// An address of its business, while it is in front.
    virtual void open_url(std::string_view /*url*/) {}
    /// Escape was pressed: closes what is open in front of its page; false: nothing is.
    virtual bool dismiss() { return false; }
    /// It is no longer in front.
    virtual void leave() {}
    /// Facts for tests.
    virtual nlohmann::json state() const = 0;
    /// True if it turns upside down on an iPhone as well, which an app has to ask for.
    virtual bool turns_upside_down() const { return false; }
    /// True if the status bar is drawn light.
    virtual bool dark() const { return false; }
};

} // namespace thimble::virtualphone
