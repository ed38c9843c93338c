// Key strokes as the frames of a keyboard, and the strokes of a text.
#pragma once

#include "device/capability.hpp"
#include "device/hid/report.hpp"

#include <expected>
#include <span>
#include <string_view>
#include <vector>

namespace thimble::device::hid {

/// A text of plain letters goes at 20 characters a second. Modifiers are down before their key is:
/// keys that one report tells of have no order.
constexpr std::chrono::milliseconds modifiers_lead{10};
constexpr std::chrono::milliseconds key_held{30};
constexpr std::chrono::milliseconds key_gap{20};

/// `unsupported` where the report has no room for a key.
result<report_plan> plan_of(std::span<const key_stroke> strokes);

/// Position of a character that no key of the layout has, counted in characters from 0.
struct not_on_keyboard {
    std::size_t position = 0;

    friend bool operator==(const not_on_keyboard&, const not_on_keyboard&) = default;
};

/// Strokes that type a text (UTF-8) on a keyboard of the US layout.
std::expected<std::vector<key_stroke>, not_on_keyboard> strokes_of(std::string_view text);

} // namespace thimble::device::hid
