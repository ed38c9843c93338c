// Keys of a hardware keyboard.
#include "gesture/keys.hpp"

#include "daemon/actions/perform.hpp"
#include "daemon/actions/refusals.hpp"

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

/// Why it ended after some presses: these are not undone.
refusal after(int presses, refusal why)
{
    if (presses > 0)
        why.outcome = link::outcome::unknown;
    return why;
}

} // namespace

boost::asio::awaitable<performance> perform_one(stage on, link::keypress what)
{
    const auto stroke = stroke_of(what);
    if (!stroke)
        co_return std::unexpected(invalid_argument("key", "unknown", "is not a key"));
    for (int presses = 0; presses < what.repeat; ++presses) {
        device::key_presser* keys = on.phone->keys();
        if (keys == nullptr)
            co_return std::unexpected(after(presses, unsupported(*on.phone, link::keypress::name)));
        const auto pressed = co_await keys->press(*stroke);
        if (!pressed)
            co_return std::unexpected(after(presses, refused_by(*on.phone, pressed.error(), what)));
    }
    co_return performed{};
}

} // namespace thimble::daemon
