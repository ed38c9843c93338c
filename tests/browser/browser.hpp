// Chromium without a window, and its pages.
#pragma once

#include "tests/browser/devtools.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace thimble::browser {

struct place {
    double x = 0;
    double y = 0;
};

class page {
public:
    page(std::uint16_t port, const nlohmann::json& target);

    void open(const std::string& url);

    /// Value of an expression, also of a promise; throws what it throws.
    nlohmann::json evaluate(const std::string& expression);

    /// True if an expression, or what its promise comes to, becomes true before `limit` is over.
    bool until(const std::string& expression, std::chrono::milliseconds limit);

    /// In front of the other pages of the browser, which then are hidden.
    void bring_to_front();

    /// A window of that many CSS pixels, each as wide as `scale` pixels of its screen: what a
    /// browser's zoom and a high-density screen come down to.
    void resize(int width, int height, double scale = 1);

    /// The window is one that is touched, and has no mouse, from the next resize() on.
    void touch_screen();

    /// A PNG of what there is to see, in a window of that many CSS pixels.
    std::string picture(int width, int height, bool dark);

    // As a person does it. Places are CSS pixels from the window's top left.

    /// From now on the mouse has a clock of its own, which this takes further, and each event by
    /// ten milliseconds: a slow machine makes no hold of a click.
    void rest(std::chrono::milliseconds time);

    void press(place at, int clicks = 1);
    void release(place at, int clicks = 1);
    void move(place to, bool pressed = false);
    void click(place at);
    void double_click(place at);
    void turn_wheel(place at, double down, bool with_ctrl = false);

    /// A button goes down, or up; `held` are those that are down then: 1 left, 2 right.
    void button_down(place at, const std::string& button, int held);
    void button_up(place at, const std::string& button, int held);

    /// Where all the fingers are now that touch the screen: those that were there come first.
    void touch(const std::string& what, const std::vector<place>& fingers);

    void type(const std::string& ascii);

    /// A key that writes nothing: "Enter", "Tab".
    void strike(const std::string& key);

    /// An input method's view of a letter that is not whole yet, and its text then.
    void compose(const std::string& so_far);
    void insert(const std::string& text);

    /// Pastes, as Ctrl and V do.
    void paste();

    /// Pages may write to the clipboard, and read it, as if the user had been asked.
    void allow_clipboard();

    /// Errors, warnings and uncaught exceptions on the console, but for answers that are no
    /// success, which a browser always notes there.
    std::vector<std::string> complaints();

private:
    void mouse(const std::string& what, place at, const nlohmann::json& more);
    void stamp(nlohmann::json& event);

    devtools tools_;
    bool touched_ = false;
    std::optional<std::chrono::system_clock::duration> mouse_clock_; // since 1970
};

class headless_browser {
public:
    /// Throws when there is none; `scripts/setup browser` installs one.
    headless_browser();

    /// A page of its own, with nothing in it yet.
    page new_page() const;

private:
    e2e::temporary_directory own_;
    std::filesystem::path profile_ = own_.path() / "profile";
    e2e::program process_;
    std::uint16_t port_;
};

} // namespace thimble::browser
