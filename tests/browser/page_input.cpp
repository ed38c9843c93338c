// A person's input to a page, by mouse and keyboard.
#include "tests/browser/browser.hpp"

namespace thimble::browser {

using nlohmann::json;
using std::chrono_literals::operator""ms;

namespace {

constexpr int ctrl = 2; // of the protocol's modifiers

/// Commands that make a browser do with a key what it does by itself.
json default_action_of(const std::string& key)
{
    if (key == "Tab")
        return {{"windowsVirtualKeyCode", 9}};
    if (key == "Enter")
        return {{"windowsVirtualKeyCode", 13}, {"text", "\r"}};
    if (key == "Escape")
        return {{"windowsVirtualKeyCode", 27}};
    return json::object();
}

} // namespace

void page::mouse(const std::string& what, place at, const json& more)
{
    json event{{"type", what}, {"x", at.x}, {"y", at.y}};
    event.update(more);
    stamp(event);
    tools_.call("Input.dispatchMouseEvent", event);
}

void page::stamp(json& event)
{
    if (!mouse_clock_)
        return;
    *mouse_clock_ += 10ms;
    event["timestamp"] = std::chrono::duration<double>(*mouse_clock_).count();
}

void page::rest(std::chrono::milliseconds time)
{
    if (!mouse_clock_)
        mouse_clock_ = std::chrono::system_clock::now().time_since_epoch();
    *mouse_clock_ += time;
}

void page::press(place at, int clicks)
{
    mouse("mousePressed", at, {{"button", "left"}, {"buttons", 1}, {"clickCount", clicks}});
}

void page::release(place at, int clicks)
{
    mouse("mouseReleased", at, {{"button", "left"}, {"clickCount", clicks}});
}

void page::move(place to, bool pressed)
{
    mouse("mouseMoved", to, {{"button", pressed ? "left" : "none"}, {"buttons", pressed ? 1 : 0}});
}

void page::click(place at)
{
    move(at);
    press(at);
    release(at);
}

void page::double_click(place at)
{
    click(at);
    press(at, 2);
    release(at, 2);
}

void page::turn_wheel(place at, double down, bool with_ctrl)
{
    mouse("mouseWheel", at, {{"deltaX", 0}, {"deltaY", down}, {"modifiers", with_ctrl ? ctrl : 0}});
}

void page::button_down(place at, const std::string& button, int held)
{
    mouse("mousePressed", at, {{"button", button}, {"buttons", held}, {"clickCount", 1}});
}

void page::button_up(place at, const std::string& button, int held)
{
    mouse("mouseReleased", at, {{"button", button}, {"buttons", held}, {"clickCount", 1}});
}

void page::touch(const std::string& what, const std::vector<place>& fingers)
{
    auto points = json::array();
    for (const auto& [x, y] : fingers)
        points.push_back({{"x", x}, {"y", y}, {"id", points.size()}});
    json event{{"type", what}, {"touchPoints", points}};
    stamp(event);
    tools_.call("Input.dispatchTouchEvent", event);
}

void page::type(const std::string& ascii)
{
    for (const char letter : ascii)
        for (const auto* what : {"keyDown", "keyUp"})
            tools_.call("Input.dispatchKeyEvent", {{"type", what},
                                                   {"key", std::string(1, letter)},
                                                   {"text", std::string(1, letter)}});
}

void page::strike(const std::string& key)
{
    json event{{"key", key}, {"code", key}};
    event.update(default_action_of(key));
    for (const auto* what : {event.contains("text") ? "keyDown" : "rawKeyDown", "keyUp"}) {
        event["type"] = what;
        tools_.call("Input.dispatchKeyEvent", event);
    }
}

void page::compose(const std::string& so_far)
{
    tools_.call("Input.imeSetComposition",
                {{"text", so_far}, {"selectionStart", 1}, {"selectionEnd", 1}});
}

void page::insert(const std::string& text)
{
    tools_.call("Input.insertText", {{"text", text}});
}

void page::paste()
{
    tools_.call(
        "Input.dispatchKeyEvent",
        {{"type", "rawKeyDown"}, {"key", "v"}, {"modifiers", ctrl}, {"commands", {"paste"}}});
    tools_.call("Input.dispatchKeyEvent", {{"type", "keyUp"}, {"key", "v"}});
}

void page::allow_clipboard()
{
    tools_.call("Browser.grantPermissions",
                {{"permissions", {"clipboardReadWrite", "clipboardSanitizedWrite"}}});
}

} // namespace thimble::browser
