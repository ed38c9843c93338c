#include "device/hid/key_plan.hpp"

#include "gesture/keys.hpp"

#include <array>
#include <optional>

namespace thimble::device::hid {

namespace {

using std::chrono::nanoseconds;

struct modifier_key {
    std::uint8_t bit;
    std::uint16_t usage; // of the key on the left
};

constexpr std::array modifier_keys{modifier_key{.bit = gesture::control_bit, .usage = 0xE0},
                                   modifier_key{.bit = gesture::shift_bit, .usage = 0xE1},
                                   modifier_key{.bit = gesture::alternate_bit, .usage = 0xE2},
                                   modifier_key{.bit = gesture::command_bit, .usage = 0xE3}};

key_frame modifiers_of(const key_stroke& what)
{
    key_frame frame;
    for (const auto& each : modifier_keys)
        if ((what.modifiers & each.bit) != 0)
            frame.down.set(each.usage);
    return frame;
}

/// The stroke from `at` on; when the next one may begin.
nanoseconds append(report_plan& plan, const key_stroke& what, nanoseconds at)
{
    auto frame = modifiers_of(what);
    const bool modified = frame.down.any();
    if (modified) {
        plan.push_back({.at = at, .what = frame});
        at += modifiers_lead;
    }
    frame.down.set(what.usage);
    plan.push_back({.at = at, .what = frame});
    at += key_held;
    plan.push_back({.at = at, .what = key_frame()});
    return at + key_gap;
}

std::optional<key_stroke> stroke_for(char character)
{
    if (character == '\n')
        return key_stroke{.usage = *gesture::key_usage("enter")};
    if (character == '\t')
        return key_stroke{.usage = *gesture::key_usage("tab")};
    const auto stroke = gesture::stroke_of(character);
    if (!stroke)
        return std::nullopt;
    return key_stroke{.usage = stroke->usage, .modifiers = stroke->modifiers};
}

} // namespace

result<report_plan> plan_of(std::span<const key_stroke> strokes)
{
    report_plan plan;
    nanoseconds at{0};
    for (const auto& each : strokes) {
        if (each.usage >= key_usages)
            return std::unexpected(failure{.what = problem::unsupported,
                                           .message = "The phone's keyboard has no such key.",
                                           .cause = "key_missing"});
        at = append(plan, each, at);
    }
    return plan;
}

std::expected<std::vector<key_stroke>, not_on_keyboard> strokes_of(std::string_view text)
{
    std::vector<key_stroke> strokes;
    for (const char character : text) { // one that is not ASCII fails at its first byte
        const auto stroke = stroke_for(character);
        if (!stroke)
            return std::unexpected(not_on_keyboard{.position = strokes.size()});
        strokes.push_back(*stroke);
    }
    return strokes;
}

} // namespace thimble::device::hid
