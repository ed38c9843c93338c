// Unlocking, with and without a passcode. A passcode is tried once and stands in no message.
#include "daemon/actions/lock_screen.hpp"
#include "daemon/actions/perform.hpp"
#include "daemon/actions/refusals.hpp"
#include "daemon/actions/state.hpp"
#include "daemon/actions/surfaces.hpp"
#include "gesture/keys.hpp"

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

refusal passcode_wrong()
{
    return not_reached({}, "passcode_wrong",
                       "The phone did not take the passcode. It was tried once; iOS makes callers "
                       "wait after several wrong ones.");
}

/// The keys of a passcode; nothing where one of its characters is on no key.
std::optional<std::vector<gesture::stroke>> strokes_of(std::string_view passcode)
{
    std::vector<gesture::stroke> strokes;
    for (const char character : passcode) {
        const auto stroke = gesture::stroke_of(character);
        if (!stroke)
            return std::nullopt;
        strokes.push_back(*stroke);
    }
    return strokes;
}

/// By then the phone has been woken at least.
refusal failed_on_the_way(const device::phone& phone, const device::failure& why)
{
    const link::action named = link::unlock{}; // without the passcode
    auto refused = refused_by(phone, why, named);
    refused.outcome = link::outcome::unknown;
    return refused;
}

asio::awaitable<device::result<void>> press(device::phone& phone, gesture::stroke what)
{
    device::key_presser* keys = phone.keys();
    if (keys == nullptr)
        co_return std::unexpected(device::failure{.what = device::problem::unsupported,
                                                  .message = "No driver of this phone types.",
                                                  .cause = {}});
    co_return co_await keys->press({.usage = what.usage, .modifiers = what.modifiers});
}

/// True when the passcode has opened the phone.
asio::awaitable<device::result<bool>> enter(const stage& on, std::vector<gesture::stroke> passcode)
{
    device::phone& phone = *on.phone;
    for (const auto& stroke : passcode)
        if (auto pressed = co_await press(phone, stroke); !pressed)
            co_return std::unexpected(std::move(pressed.error()));
    // A passcode of a fixed length unlocks with its last character.
    const auto opened = co_await becomes_locked(phone, false, on.patience / 3);
    if (!opened || *opened)
        co_return opened;
    const auto enter_key = gesture::stroke{.usage = *gesture::key_usage("enter")};
    if (auto pressed = co_await press(phone, enter_key); !pressed)
        co_return std::unexpected(std::move(pressed.error()));
    co_return co_await becomes_locked(phone, false, on.patience);
}

} // namespace

asio::awaitable<performance> perform_one(stage on, link::unlock what)
{
    device::phone& phone = *on.phone;
    if (phone.lock() == nullptr)
        co_return std::unexpected(unsupported(phone, link::unlock::name));
    const auto strokes = strokes_of(what.passcode.value_or(""));
    if (!strokes)
        co_return std::unexpected(
            invalid_argument("passcode", "unsupported_character", "must be printable US-ASCII"));
    const auto locked = co_await is_locked(phone);
    if (!locked)
        co_return std::unexpected(refused_by(phone, locked.error(), link::unlock{}));
    if (!*locked)
        co_return reached_state(true);
    const auto opened = co_await open_lock_screen(on);
    if (!opened)
        co_return std::unexpected(failed_on_the_way(phone, opened.error()));
    if (*opened)
        co_return reached_state(true);
    if (strokes->empty() || co_await says_disabled(phone))
        co_return std::unexpected(co_await stays_locked(phone));
    const auto taken = co_await enter(on, *strokes);
    if (!taken)
        co_return std::unexpected(failed_on_the_way(phone, taken.error()));
    if (*taken)
        co_return reached_state(true);
    co_return std::unexpected(co_await says_disabled(phone) ? device_disabled() : passcode_wrong());
}

} // namespace thimble::daemon
