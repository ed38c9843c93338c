// Text into the field that has the focus: typed, or pasted from the clipboard.
#include "contract/typed_text.hpp"
#include "daemon/actions/perform.hpp"
#include "daemon/actions/screen_state/front_alert.hpp"
#include "daemon/actions/screen_state/state.hpp"
#include "daemon/actions/text_entry/edit_menu.hpp"
#include "daemon/actions/text_entry/field_content.hpp"
#include "daemon/actions/text_entry/insertion.hpp"
#include "daemon/report/refusals.hpp"
#include "gesture/keys.hpp"

#include <algorithm>

namespace thimble::daemon {

namespace {

/// Delete, and the private characters U+F700 to U+F8FF, are keys to whoever types: an arrow, F1. As
/// text they go through the clipboard.
bool holds_keys(std::string_view text)
{
    constexpr std::string_view first_key("\xEF\x9C\x80"); // U+F700
    constexpr std::string_view last_key("\xEF\xA3\xBF");  // U+F8FF
    constexpr char delete_key = 0x7F;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto next = text.substr(at, first_key.size());
        if (text[at] == delete_key || (next >= first_key && next <= last_key))
            return true;
    }
    return false;
}

/// A return or a tab may act instead of standing in the text.
bool may_act(std::string_view text)
{
    return text.find_first_of("\n\t") != std::string_view::npos;
}

/// True if the text stands in the field that had this content; nothing where that cannot be read.
boost::asio::awaitable<std::optional<bool>>
arrives(const action_context& on, std::string before, std::string text)
{
    const auto seen = co_await field_becomes(
        on, [&](std::string_view after) { return is_insertion(before, after, text); });
    co_return seen == false && may_act(text) ? std::nullopt : seen;
}

boost::asio::awaitable<device::result<void>> type_keys(device::phone& phone, std::string text)
{
    co_return co_await phone.typing()->type(std::move(text));
}

/// Command-V where the phone takes chords, as an iPad does, else the field's menu.
boost::asio::awaitable<device::result<void>> paste_clipboard(const action_context& on,
                                                             std::string content)
{
    device::key_presser* keys = on.phone->keys();
    if (keys != nullptr) {
        auto pressed = co_await keys->press(
            {.usage = *gesture::key_usage("v"), .modifiers = gesture::command_bit});
        if (pressed || pressed.error().what != device::problem::unsupported)
            co_return pressed;
    }
    co_return co_await paste_by_menu(on, std::move(content));
}

/// Into the field, which holds `content`, once the clipboard has the text.
boost::asio::awaitable<device::result<void>>
paste(const action_context& on, std::string text, std::string content)
{
    device::phone& phone = *on.phone;
    device::clipboard* clipboard = phone.clipboard();
    if (clipboard == nullptr || (phone.keys() == nullptr && !can_use_edit_menu(phone)))
        co_return std::unexpected(
            device::failure{.what = device::problem::unsupported,
                            .message = "Pasting needs a driver with a clipboard, and one with keys "
                                       "or with elements.",
                            .cause = {}});
    if (auto written = co_await clipboard->write(std::move(text)); !written)
        co_return written;
    auto pasted = co_await paste_clipboard(on, std::move(content));
    if (!pasted)
        pasted.error().phone = device::reached::perhaps; // the clipboard has been written
    co_return pasted;
}

bool lacks_focus(const field_content& field)
{
    return !field && field.error().cause == "keyboard_not_shown";
}

/// Keys, unless pasting was asked for or is the only way: what a driver cannot type it says before
/// it has pressed anything.
boost::asio::awaitable<device::result<void>>
enter(const action_context& on, const link::type& what, std::string content)
{
    const bool may_paste = what.method == link::typing_method::automatic;
    if (what.method == link::typing_method::paste || (may_paste && holds_keys(what.text)))
        co_return co_await paste(on, what.text, std::move(content));
    auto typed = co_await type_keys(*on.phone, what.text);
    if (typed || !may_paste || typed.error().cause != "needs_pasting")
        co_return typed;
    co_return co_await paste(on, what.text, std::move(content));
}

/// An alert in front takes the keyboard away from the field that had it.
boost::asio::awaitable<refusal>
no_focus(const action_context& on, const device::failure& why, const link::type& what)
{
    if (const auto alert = co_await alert_in_front(*on.phone))
        co_return covered_by(*alert, "Nothing was typed: no field has the keyboard.");
    co_return refused_by(*on.phone, why, what);
}

} // namespace

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::type what)
{
    if (auto checked = service::check_typed_text(what.text, what.method); !checked)
        co_return std::unexpected(refusal{.why = std::move(checked.error())});
    device::text_typist* typist = on.phone->typing();
    if (typist == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::type::name));
    const auto before = co_await typist->focused_text();
    if (lacks_focus(before))
        co_return std::unexpected(co_await no_focus(on, before.error(), what));
    const auto typed = co_await enter(on, what, before ? before->value_or("") : "");
    if (!typed)
        co_return std::unexpected(refused_by(*on.phone, typed.error(), what));
    if (!before || !*before)
        co_return reached_state(std::nullopt);
    co_return reached_state(co_await arrives(on, **before, what.text));
}

} // namespace thimble::daemon
