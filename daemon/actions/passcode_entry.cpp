#include "daemon/actions/passcode_entry.hpp"

#include "daemon/actions/screen_state/state.hpp"
#include "daemon/actions/screen_state/surfaces.hpp"
#include "gesture/keys.hpp"
#include "gesture/tap.hpp"

#include <algorithm>
#include <array>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

using outcome_of_entry = device::result<passcode_answer>;

bool is_digit(char each)
{
    return each >= '0' && each <= '9';
}

device::failure nothing_types()
{
    return {.what = device::problem::unsupported,
            .message = "No driver of this phone types.",
            .cause = {}};
}

device::failure not_entered(device::failure why)
{
    why.message = "Nothing of the passcode was entered. " + why.message;
    return why;
}

/// Keypads name their keys by the digit, and may say the letters on them as well.
bool names_digit(std::string_view name, char digit)
{
    return name.starts_with(digit) && (name.size() == 1 || !is_digit(name[1]));
}

const device::element* key_of(const device::element_list& lock_screen, char digit)
{
    const auto found = std::ranges::find_if(lock_screen.elements, [&](const auto& each) {
        const bool pressed = each.type == "Button" || each.type == "Key";
        return pressed && each.visible && each.width > 0 && each.height > 0 &&
               (names_digit(each.name, digit) || names_digit(each.label, digit));
    });
    return found == lock_screen.elements.end() ? nullptr : &*found;
}

/// Enters the characters of one passcode, each once.
class passcode_keys {
public:
    /// `lock_screen` is what shows, if that could be read.
    passcode_keys(device::phone& phone,
                  const std::optional<device::element_list>& lock_screen,
                  std::string_view passcode)
        : phone_(phone)
    {
        if (lock_screen && passcode_field_of(*lock_screen) != nullptr)
            find_buttons(*lock_screen, passcode);
    }

    /// Refuses, unless the phone takes all of it, before any of it is entered.
    asio::awaitable<device::result<void>> check(std::string passcode)
    {
        device::key_presser* keys = phone_.keys();
        if (shown_ || keys == nullptr)
            co_return device::result<void>{};
        for (const char each : passcode) {
            const auto stroke = gesture::stroke_of(each).value_or(gesture::stroke());
            auto checked =
                co_await keys->check({.usage = stroke.usage, .modifiers = stroke.modifiers});
            if (!checked)
                co_return std::unexpected(not_entered(std::move(checked.error())));
        }
        co_return device::result<void>{};
    }

    asio::awaitable<device::result<void>> press(char character)
    {
        if (shown_)
            co_return co_await tap(buttons_.at(static_cast<std::size_t>(character - '0')));
        const auto stroke = gesture::stroke_of(character);
        co_return stroke ? co_await press_stroke(*stroke)
                         : device::result<void>(std::unexpected(nothing_types()));
    }

    asio::awaitable<device::result<void>> press_enter()
    {
        co_return co_await press_stroke({.usage = *gesture::key_usage("enter")});
    }

private:
    /// All of them, or none.
    void find_buttons(const device::element_list& lock_screen, std::string_view passcode)
    {
        for (const char each : passcode) {
            const auto* const key = is_digit(each) ? key_of(lock_screen, each) : nullptr;
            if (key == nullptr)
                return;
            buttons_.at(static_cast<std::size_t>(each - '0')) = {.x = key->x + (key->width / 2),
                                                                 .y = key->y + (key->height / 2)};
        }
        shown_ = lock_screen.shown;
    }

    asio::awaitable<device::result<void>> tap(gesture::point where)
    {
        device::touch_player* touches = phone_.touches();
        if (touches == nullptr)
            co_return std::unexpected(nothing_types());
        co_return co_await touches->play_unrecorded(gesture::tap(where), *shown_);
    }

    asio::awaitable<device::result<void>> press_stroke(gesture::stroke what)
    {
        device::key_presser* keys = phone_.keys();
        if (keys == nullptr)
            co_return std::unexpected(nothing_types());
        co_return co_await keys->press({.usage = what.usage, .modifiers = what.modifiers});
    }

    device::phone& phone_;
    std::array<gesture::point, 10> buttons_; // of the digits that are needed
    std::optional<screen::interface> shown_; // with the buttons; nothing: by keys
};

/// Content of the field for the passcode, which shows how much has been entered. Nothing where
/// there is none.
asio::awaitable<std::optional<std::string>> shown_content(device::phone& phone)
{
    const auto lock_screen = co_await read_lock_screen(phone);
    const auto* const field = lock_screen ? passcode_field_of(*lock_screen) : nullptr;
    co_return field == nullptr ? std::nullopt : std::optional(field->value);
}

/// The field as it was before the first character, and whether it has been seen to take some.
struct field_watch {
    std::optional<std::string> empty;
    bool took_some = false;

    /// True for a field that is empty again although it took some: the passcode was refused.
    bool was_emptied(const std::optional<std::string>& now) const
    {
        return took_some && now && now == empty;
    }
};

asio::awaitable<device::result<void>> enter_characters(device::phone& phone,
                                                       passcode_keys& keys,
                                                       std::string passcode,
                                                       field_watch& field)
{
    for (std::size_t at = 0; at < passcode.size(); ++at) {
        if (field.empty && at > 0 && at + 1 == passcode.size()) {
            const auto now = co_await shown_content(phone);
            field.took_some = now && now != field.empty;
        }
        if (auto pressed = co_await keys.press(passcode[at]); !pressed)
            co_return pressed;
    }
    co_return device::result<void>{};
}

} // namespace

bool can_be_entered(std::string_view passcode)
{
    return std::ranges::all_of(passcode,
                               [](char each) { return gesture::stroke_of(each).has_value(); });
}

asio::awaitable<outcome_of_entry> enter_passcode(const action_context& on, std::string passcode)
{
    device::phone& phone = *on.phone;
    const auto lock_screen = co_await read_lock_screen(phone);
    passcode_keys keys(phone, lock_screen, passcode);
    field_watch field;
    if (const auto* const shown = lock_screen ? passcode_field_of(*lock_screen) : nullptr)
        field.empty = shown->value;
    if (auto taken = co_await keys.check(passcode); !taken)
        co_return std::unexpected(std::move(taken.error()));
    const auto entered = co_await enter_characters(phone, keys, std::move(passcode), field);
    if (!entered)
        co_return std::unexpected(entered.error());
    // A passcode of a fixed length unlocks with its last character.
    auto opened = co_await becomes_locked(phone, false, on.timeout / 3);
    if (!opened)
        co_return std::unexpected(opened.error());
    if (*opened)
        co_return passcode_answer::opened;
    const auto now = co_await shown_content(phone);
    if (field.was_emptied(now))
        co_return passcode_answer::wrong;
    if (now && now == field.empty) // nothing stands there that Enter could confirm
        co_return passcode_answer::unconfirmed;
    if (auto pressed = co_await keys.press_enter(); !pressed)
        co_return std::unexpected(pressed.error());
    opened = co_await becomes_locked(phone, false, on.timeout);
    if (!opened)
        co_return std::unexpected(opened.error());
    if (*opened)
        co_return passcode_answer::opened;
    const bool refused = field.was_emptied(co_await shown_content(phone));
    co_return refused ? passcode_answer::wrong : passcode_answer::unconfirmed;
}

} // namespace thimble::daemon
