// Keys of a hardware keyboard.
#include "gesture/keys.hpp"

#include "daemon/actions/perform.hpp"
#include "daemon/actions/text_entry/field_content.hpp"
#include "daemon/actions/text_entry/insertion.hpp"
#include "daemon/report/refusals.hpp"
#include "text/ascii.hpp"

#include <algorithm>

namespace thimble::daemon {

namespace {

std::uint8_t bit_of(link::modifier held)
{
    switch (held) {
    case link::modifier::control:
        return gesture::control_bit;
    case link::modifier::shift:
        return gesture::shift_bit;
    case link::modifier::alternate:
        return gesture::alternate_bit;
    case link::modifier::command:
        break;
    }
    return gesture::command_bit;
}

/// Nothing for a key that the contract does not name.
std::optional<device::key_stroke> stroke_of(const link::keypress& what)
{
    const auto usage = gesture::key_usage(what.key);
    if (!usage)
        return std::nullopt;
    device::key_stroke stroke{.usage = *usage};
    for (const auto held : what.modifiers)
        stroke.modifiers = static_cast<std::uint8_t>(stroke.modifiers | bit_of(held));
    return stroke;
}

/// Effect of a key without modifiers on the text of a field.
struct text_effect {
    std::string inserted; // else something is deleted
    bool may_act = false; // instead, or find nothing to delete
};

/// Nothing for keys whose effect no text shows.
std::optional<text_effect> effect_of(const link::keypress& what)
{
    const auto times = static_cast<std::size_t>(std::max(what.repeat, 0));
    if (!what.modifiers.empty())
        return std::nullopt;
    if (what.key.size() == 1)
        return text_effect{.inserted = std::string(times, what.key.front())};
    if (what.key == "space")
        return text_effect{.inserted = std::string(times, ' ')};
    if (what.key == "enter" || what.key == "tab")
        return text_effect{.inserted = std::string(times, what.key == "tab" ? '\t' : '\n'),
                           .may_act = true};
    if (what.key == "backspace" || what.key == "delete")
        return text_effect{.inserted = {}, .may_act = true};
    return std::nullopt;
}

/// Keyboards begin sentences with a capital by themselves.
bool shows(const text_effect& effect, std::string_view before, std::string_view after)
{
    if (effect.inserted.empty())
        return after.size() < before.size();
    return is_insertion(service::to_lower(before), service::to_lower(after), effect.inserted);
}

/// True if the field that had this content shows what the keys do.
boost::asio::awaitable<std::optional<bool>>
shows_in_field(const action_context& on, text_effect effect, std::string before)
{
    const auto seen = co_await field_becomes(
        on, [&](std::string_view after) { return shows(effect, before, after); });
    co_return seen == false && effect.may_act ? std::nullopt : seen;
}

/// Why it ended after some presses: these are not undone.
refusal after(int presses, refusal why)
{
    if (presses > 0)
        why.outcome = link::outcome::unknown;
    return why;
}

} // namespace

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::keypress what)
{
    const auto stroke = stroke_of(what);
    if (!stroke)
        co_return std::unexpected(invalid_argument("key", "unknown", "is not a key"));
    const auto effect = effect_of(what);
    const auto before = effect ? co_await read_field(*on.phone) : field_content(std::nullopt);
    for (int presses = 0; presses < what.repeat; ++presses) {
        device::key_presser* keys = on.phone->keys();
        if (keys == nullptr)
            co_return std::unexpected(after(presses, unsupported(*on.phone, link::keypress::name)));
        const auto pressed = co_await keys->press(*stroke);
        if (!pressed)
            co_return std::unexpected(after(presses, refused_by(*on.phone, pressed.error(), what)));
    }
    if (!effect || !before || !*before)
        co_return reached_state(std::nullopt);
    co_return reached_state(co_await shows_in_field(on, *effect, **before));
}

} // namespace thimble::daemon
