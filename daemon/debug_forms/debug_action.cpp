#include "daemon/debug_forms/debug_action.hpp"

#include "daemon/debug_forms/form.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <vector>

namespace thimble::daemon {

namespace {

constexpr std::string_view space = " \t";
constexpr std::string_view rest_of_line = "…";

parsed_action read_screenshot(words arguments)
{
    return phone_action{.what = link::screenshot{}, .file = std::string(arguments[0])};
}

parsed_action read_phones(words /*arguments*/)
{
    return list_phones{};
}

constexpr std::array own_forms{
    form{.name = "screenshot",
         .arguments = "FILE.png",
         .effect = "Write a picture of the screen",
         .read = read_screenshot},
    form{.name = "phones", .arguments = "", .effect = "List the phones", .read = read_phones},
};

std::vector<form> all_forms()
{
    std::vector<form> all;
    const auto groups = {touch_forms(),
                         element_forms(),
                         text_forms(),
                         command_forms(),
                         app_forms(),
                         batch_forms(),
                         std::span<const form>(own_forms)};
    for (const auto group : groups)
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

/// At most `most` words; the last one is all that is left, spaces within it included.
std::vector<std::string_view> split(std::string_view text,
                                    std::size_t most = std::numeric_limits<std::size_t>::max())
{
    std::vector<std::string_view> result;
    auto begin = text.find_first_not_of(space);
    while (begin != std::string_view::npos && result.size() + 1 < most) {
        const auto end = std::min(text.find_first_of(space, begin), text.size());
        result.push_back(text.substr(begin, end - begin));
        begin = text.find_first_not_of(space, end);
    }
    if (begin != std::string_view::npos)
        result.push_back(text.substr(begin));
    return result;
}

std::string usage_of(const form& one)
{
    return one.arguments.empty() ? std::string(one.name)
                                 : fmt::format("{} {}", one.name, one.arguments);
}

/// The arguments, if their number fits the form.
std::optional<std::vector<std::string_view>> arguments_of(const form& one, std::string_view text)
{
    const auto expected = split(one.arguments);
    if (expected.empty())
        return text.find_first_not_of(space) == text.npos
                   ? std::optional(std::vector<std::string_view>{})
                   : std::nullopt;
    const auto needed = static_cast<std::size_t>(
        std::ranges::count_if(expected, [](auto word) { return !word.starts_with('['); }));
    const bool takes_rest = expected.back().find(rest_of_line) != std::string_view::npos;
    auto given = takes_rest ? split(text, expected.size()) : split(text);
    if (given.size() < needed || given.size() > expected.size())
        return std::nullopt;
    return given;
}

} // namespace

std::expected<int, std::string>
parse_number(std::string_view name, std::string_view text, int least, int most)
{
    int value = 0;
    const auto* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stopped != end || value < least || value > most)
        return std::unexpected(fmt::format("{} is '{}'; it must be a whole number from {} to {}",
                                           name, text, least, most));
    return value;
}

std::expected<int, std::string> parse_pixel(std::string_view name, std::string_view text)
{
    int value = 0;
    const auto* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stopped != end || value < 0)
        return std::unexpected(
            fmt::format("{} is '{}'; it must be a whole number from 0", name, text));
    return value;
}

parsed_action plain(link::action what)
{
    return phone_action{.what = std::move(what), .file = {}};
}

std::expected<debug_action, std::string> parse_debug_action(std::string_view text)
{
    const auto first = split(text, 2);
    if (first.empty())
        return std::unexpected("There is no action. There are:\n" + debug_action_help());
    const std::string_view name = first.front() == "swipe" ? "flick" : first.front();
    const auto forms = all_forms();
    const auto found = std::ranges::find(forms, name, &form::name);
    if (found == forms.end())
        return std::unexpected(
            fmt::format("There is no action '{}'. There are:\n{}", name, debug_action_help()));
    const auto arguments = arguments_of(*found, first.size() > 1 ? first[1] : std::string_view());
    if (!arguments)
        return std::unexpected(fmt::format("'{}' is written as: {}", name, usage_of(*found)));
    auto action = found->read(*arguments);
    if (!action)
        return std::unexpected(
            fmt::format("{}. '{}' is written as: {}", action.error(), name, usage_of(*found)));
    return action;
}

void add_passcode(debug_action& to, std::optional<std::string> passcode)
{
    auto* action = std::get_if<phone_action>(&to);
    if (action == nullptr || !passcode)
        return;
    if (auto* unlocking = std::get_if<link::unlock>(&action->what))
        unlocking->passcode = std::move(passcode);
}

std::string debug_action_help()
{
    std::string text;
    for (const form& one : all_forms())
        text += fmt::format("  {:36}{}\n", usage_of(one), one.effect);
    return text;
}

} // namespace thimble::daemon
