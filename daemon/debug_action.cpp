#include "daemon/debug_action.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <vector>

namespace thimble::daemon {

namespace {

using words = std::span<const std::string_view>;
using parsed = std::expected<debug_action, std::string>;

/// One action: how it is written, and how its arguments are read.
struct form {
    std::string_view name;
    std::string_view arguments; // as the help shows them; their number is the number of words
    std::string_view effect;
    parsed (*read)(words arguments);
};

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

parsed read_tap(words arguments)
{
    const auto x = parse_pixel("X", arguments[0]);
    const auto y = parse_pixel("Y", arguments[1]);
    if (!x || !y)
        return std::unexpected(x ? y.error() : x.error());
    return phone_action{.what = link::tap{.x = *x, .y = *y}, .file = {}};
}

parsed read_flick(words arguments)
{
    const auto x = parse_pixel("X", arguments[0]);
    const auto y = parse_pixel("Y", arguments[1]);
    const auto towards = link::parse_direction(arguments[2]);
    if (!x || !y)
        return std::unexpected(x ? y.error() : x.error());
    if (!towards)
        return std::unexpected(
            fmt::format("DIRECTION is '{}'; it must be up, down, left or right", arguments[2]));
    return phone_action{.what = link::flick{.x = *x, .y = *y, .towards = *towards}, .file = {}};
}

parsed read_home(words /*arguments*/)
{
    return phone_action{.what = link::home{}, .file = {}};
}

parsed read_screenshot(words arguments)
{
    return phone_action{.what = link::screenshot{}, .file = std::string(arguments[0])};
}

parsed read_phones(words /*arguments*/)
{
    return list_phones{};
}

constexpr std::array forms{
    form{.name = "tap", .arguments = "X Y", .effect = "Tap at a place", .read = read_tap},
    form{.name = "flick",
         .arguments = "X Y DIRECTION",
         .effect = "Flick up, down, left or right; 'swipe' is the same",
         .read = read_flick},
    form{.name = "home", .arguments = "", .effect = "Go to the home screen", .read = read_home},
    form{.name = "screenshot",
         .arguments = "FILE.png",
         .effect = "Write a picture of the screen",
         .read = read_screenshot},
    form{.name = "phones", .arguments = "", .effect = "List the phones", .read = read_phones},
};

std::vector<std::string_view> split(std::string_view text)
{
    std::vector<std::string_view> result;
    constexpr std::string_view space = " \t";
    auto begin = text.find_first_not_of(space);
    while (begin != std::string_view::npos) {
        const auto end = std::min(text.find_first_of(space, begin), text.size());
        result.push_back(text.substr(begin, end - begin));
        begin = text.find_first_not_of(space, end);
    }
    return result;
}

std::string usage_of(const form& one)
{
    return one.arguments.empty() ? std::string(one.name)
                                 : fmt::format("{} {}", one.name, one.arguments);
}

} // namespace

std::expected<debug_action, std::string> parse_debug_action(std::string_view text)
{
    const auto all = split(text);
    if (all.empty())
        return std::unexpected("There is no action. There are:\n" + debug_action_help());
    const std::string_view name = all.front() == "swipe" ? "flick" : all.front();
    const auto* found = std::ranges::find(forms, name, &form::name);
    if (found == forms.end())
        return std::unexpected(
            fmt::format("There is no action '{}'. There are:\n{}", name, debug_action_help()));
    const words arguments = words(all).subspan(1);
    if (arguments.size() != split(found->arguments).size())
        return std::unexpected(fmt::format("'{}' is written as: {}", name, usage_of(*found)));
    auto action = found->read(arguments);
    if (!action)
        return std::unexpected(
            fmt::format("{}. '{}' is written as: {}", action.error(), name, usage_of(*found)));
    return action;
}

std::string debug_action_help()
{
    std::string text;
    for (const form& one : forms)
        text += fmt::format("  {:24}{}\n", usage_of(one), one.effect);
    return text;
}

} // namespace thimble::daemon
