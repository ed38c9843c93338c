// Coordinates: from the text of a body to a point of the interface, on screens of any size.
// Eight bytes for the panel and how it is turned, then the body of a tap; after a NUL, a region.
#include "screen/crop.hpp"
#include "screen/geometry.hpp"
#include "screen/scale.hpp"
#include "service/actions/action_row.hpp"
#include "service/phones/touch_checks.hpp"
#include "service/rest/phones/region.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>

namespace thimble::fuzz {

namespace {

constexpr std::size_t header_bytes = 8;

struct shown_screen {
    screen::pixel_size panel; // in portrait
    screen::interface interface;
    screen::pixel_size screenshot; // upright
};

/// Any panel from 1 by 1 to 8192 by 8192 pixels, in points that are no whole number of pixels.
shown_screen screen_of(const std::uint8_t* data)
{
    const auto edge = [&](std::size_t at) { return 1 + ((data[at] << 8 | data[at + 1]) % 8192); };
    shown_screen out;
    out.panel = {.width = edge(0), .height = edge(2)};
    out.interface.turned = static_cast<screen::orientation>(data[4] % 4);
    auto upright = out.panel;
    if (screen::is_landscape(out.interface.turned))
        std::swap(upright.width, upright.height);
    const double scale = 1 + (data[5] % 3) + (data[6] / 512.0);
    out.interface.size = {.width = upright.width / scale, .height = upright.height / scale};
    out.screenshot = screen::scaled_size(upright);
    return out;
}

void check_point(const shown_screen& on, const screen::pixel& at)
{
    const screen::geometry map(on.panel, on.interface, on.screenshot);
    const auto point = map.to_interface(at);
    require(point.x > 0 && point.x < on.interface.size.width, "a touch is between left and right");
    require(point.y > 0 && point.y < on.interface.size.height, "a touch is between top and bottom");
    require(map.to_screenshot(point) == at, "a point leads back to its pixel");
}

void check_tap(const shown_screen& on, std::string_view body)
{
    static const auto rows = service::api::touch_rows();
    service::known_phone phone;
    phone.state.screenshot_size = on.screenshot;
    service::http::request what;
    what.body = body;
    service::arguments given;
    if (!service::read_body(rows.front().body, false, what, given))
        return;
    if (given.has("ref")) // which no element has here
        return;
    const auto x = given.integer("x");
    const auto y = given.integer("y");
    const bool inside = x >= 0 && x < on.screenshot.width && y >= 0 && y < on.screenshot.height;
    const auto space = service::check_space(phone, rows.front().body, given);
    require(space.has_value() == inside, "what is inside the screenshot is accepted, and no other");
    if (inside)
        check_point(on, {.x = static_cast<int>(x), .y = static_cast<int>(y)});
}

void check_region(const shown_screen& on, std::string_view text)
{
    const auto part = service::api::parse_region(text);
    if (!part || !service::api::check_region(*part, on.screenshot))
        return;
    const auto native = screen::mapped(*part, on.screenshot, on.panel);
    require(native.x >= 0 && native.y >= 0, "a part begins on the panel");
    require(native.width > 0 && native.height > 0, "a part is not empty");
    require(native.x + native.width <= on.panel.width, "a part ends on the panel's width");
    require(native.y + native.height <= on.panel.height, "a part ends on the panel's height");
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble::fuzz;
    if (size < header_bytes)
        return 0;
    const auto on = screen_of(data);
    const auto text = text_of(data + header_bytes, size - header_bytes);
    const auto end = std::min(text.find('\0'), text.size());
    check_tap(on, text.substr(0, end));
    if (end < text.size())
        check_region(on, text.substr(end + 1));
    return 0;
}
