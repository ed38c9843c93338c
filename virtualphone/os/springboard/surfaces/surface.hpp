// Surface that the system shows over the home screen or an app until it is dismissed.
#pragma once

#include "virtualphone/os/text/text_editor.hpp"
#include "virtualphone/os/toolkit/screen_layout.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <string_view>

namespace thimble::virtualphone {

/// One of each kind lives as long as the phone runs; it is in front between open() and close().
class surface {
public:
    virtual ~surface() = default;

    /// As the phone's state names it, "control_center".
    virtual std::string_view name() const = 0;
    /// It comes to the front, as it always begins.
    virtual void open() {}
    virtual void close() {}
    /// All it shows, from edge to edge; status bar, keyboard and alerts are added by the system.
    virtual view show(const screen_layout& screen) = 0;
    /// Lets what moves by itself move; true when the picture has changed.
    virtual bool advance(milliseconds /*now*/) { return false; }
    /// Where typed text goes; nothing: no keyboard.
    virtual text_editor* focus() { return nullptr; }
    /// True if nothing is left to be seen of the app behind, as on the home screen. Home leads to
    /// the home screen from there, and else back to what is behind.
    virtual bool replaces_app() const { return false; }
};

/// Requests of surfaces to the system.
class surface_host {
public:
    virtual ~surface_host() = default;
    virtual bool open(std::string_view bundle_id) = 0; // in front of everything
    virtual bool terminate(std::string_view bundle_id) = 0;
    virtual void go_home() = 0;
    /// Brings what is behind to the front again.
    virtual void close_surface() = 0;
};

} // namespace thimble::virtualphone
