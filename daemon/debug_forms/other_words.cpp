#include "daemon/debug_forms/other_words.hpp"

#include "text/ascii.hpp"

#include <algorithm>
#include <array>

namespace thimble::daemon {

using service::api::action_row;

namespace {

constexpr std::array words{
    other_word{.word = "swipe", .usage = "swipe X Y DIRECTION", .summary = "The same as flick"},
    other_word{.word = "press",
               .usage = "press NAME",
               .summary = "Press the button of that name, else the key"},
    other_word{
        .word = "open", .usage = "open WHAT…", .summary = "Open an address, or an app by its name"},
};

const action_row* row_called(const std::vector<action_row>& rows, std::string_view name)
{
    const auto found = std::ranges::find(rows, name, &action_row::typed_as);
    return found == rows.end() ? nullptr : &*found;
}

/// Such as home, and unlike screenshot: done to the phone by its name alone.
bool is_button(const action_row& row)
{
    return row.make && row.words().empty() && row.documented_as.in == service::chapter::commands;
}

/// "https:" of an address, "mailto:" and the like.
bool has_scheme(std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == text.npos || colon + 1 == text.size() || text[colon + 1] == ' ')
        return false;
    if (!service::is_letter(text.front()))
        return false;
    return std::ranges::all_of(text.substr(0, colon), [](char each) {
        return service::is_letter(each) || service::is_digit(each) || each == '+' || each == '-' ||
               each == '.';
    });
}

} // namespace

std::span<const other_word> other_words()
{
    return words;
}

meant_row
row_meant(const std::vector<action_row>& rows, std::string_view name, std::string_view next)
{
    if (const auto* const row = row_called(rows, name))
        return {.row = row};
    if (name == "swipe")
        return {.row = row_called(rows, "flick")};
    if (name == "open")
        return {.row = row_called(rows, has_scheme(next) ? "open-url" : "open-app")};
    if (name != "press")
        return {};
    const auto* const button = row_called(rows, next);
    if (button != nullptr && is_button(*button))
        return {.row = button, .by_next_word = true};
    return {.row = row_called(rows, "keypress")};
}

} // namespace thimble::daemon
