// Commands to the phone as a whole, and its keys.
#include "gesture/keys.hpp"
#include "service/actions/action_row.hpp"

#include <algorithm>

namespace thimble::service::api {

namespace {

constexpr std::int64_t longest_passcode = 64; // characters
constexpr std::int64_t most_repeats = 100;
constexpr std::int64_t most_modifiers = 4;
constexpr std::int64_t longest_modifier = 16;

description described(std::string summary, std::string details = "")
{
    return {.in = chapter::commands,
            .summary = std::move(summary),
            .details = std::move(details),
            .answers = {}};
}

template <class Command>
action_row plain_row(std::string summary)
{
    return {.name = std::string(Command::name),
            .make = [](const arguments&) -> result<link::action> { return Command{}; },
            .documented_as = described(std::move(summary))};
}

bool is_typed_by_keys(std::string_view text)
{
    return std::ranges::all_of(text,
                               [](char each) { return gesture::stroke_of(each).has_value(); });
}

/// The failure does not repeat the passcode, nor tell which of its characters is wrong.
result<link::action> make_unlock(const arguments& given)
{
    if (!given.has("passcode"))
        return link::unlock{};
    link::unlock what{.passcode = given.text("passcode")};
    if (!is_typed_by_keys(*what.passcode))
        return std::unexpected(invalid_argument("passcode", "unsupported_character",
                                                "must be printable US-ASCII characters"));
    return what;
}

action_row unlock_row()
{
    return {.name = std::string(link::unlock::name),
            .body = {text("passcode", 1, longest_passcode)
                         .typed_as(std::string(parameter::typed_elsewhere))
                         .such_as("123456")
                         .means("Printable US-ASCII, where the phone has one.")},
            .make = make_unlock,
            .documented_as = described("Wake the phone and leave the lock screen",
                                       "A passcode is tried once and is written nowhere.")};
}

action_row rotate_row()
{
    return {.name = std::string(link::rotate::name),
            .body = {choice("orientation", {"portrait", "landscape_left", "landscape_right",
                                            "upside_down", "left", "right"})
                         .needed()
                         .means("Left is the device turned counter-clockwise.")},
            .make = [](const arguments& given) -> result<link::action> {
                return link::rotate{.to = *screen::parse_orientation(given.text("orientation"))};
            },
            .documented_as = described("Turn the interface")};
}

/// Each modifier at most once.
result<std::vector<link::modifier>> modifiers_of(const std::vector<std::string>& names)
{
    std::vector<link::modifier> held;
    for (const auto& name : names) {
        const auto modifier = link::parse_modifier(name);
        if (!modifier)
            return std::unexpected(invalid_argument(
                "modifiers", "unknown", "must be of control, shift, alternate and command"));
        if (std::ranges::find(held, *modifier) != held.end())
            return std::unexpected(
                invalid_argument("modifiers", "repeated", "must not repeat a modifier"));
        held.push_back(*modifier);
    }
    return held;
}

result<link::action> make_keypress(const arguments& given)
{
    auto held = modifiers_of(given.texts("modifiers"));
    if (!held)
        return std::unexpected(std::move(held.error()));
    return link::keypress{.key = given.text("key"),
                          .modifiers = std::move(*held),
                          .repeat = given.small_integer("repeat")};
}

/// "command+shift+z": any number of modifiers, then a key.
std::expected<nlohmann::json, std::string> read_keys(std::string_view typed)
{
    auto modifiers = nlohmann::json::array();
    for (auto plus = typed.find('+'); plus != typed.npos; plus = typed.find('+')) {
        const auto held = typed.substr(0, plus);
        if (!link::parse_modifier(held))
            return std::unexpected(
                "'" + std::string(held) +
                "' is no modifier; there are control, shift, alternate and command");
        modifiers.push_back(held);
        typed.remove_prefix(plus + 1);
    }
    return nlohmann::json{{"key", typed}, {"modifiers", std::move(modifiers)}};
}

action_row keypress_row()
{
    const auto names = gesture::key_names();
    return {.name = std::string(link::keypress::name),
            .body = {choice("key", {names.begin(), names.end()})
                         .needed()
                         .such_as("enter")
                         .means("A key of a hardware keyboard."),
                     texts("modifiers", most_modifiers, longest_modifier)
                         .otherwise(nlohmann::json::array())
                         .such_as({"shift"})
                         .means("Held meanwhile: control, shift, alternate, command, each once."),
                     integer("repeat", 1, most_repeats).otherwise(1).means("How many times.")},
            .make = make_keypress,
            .documented_as = described("Press a key"),
            .typed = {{{.field = "key", .shown = "KEY", .read = read_keys},
                       {.field = "repeat", .shown = "REPEAT", .optional = true}}}};
}

} // namespace

std::vector<action_row> command_rows()
{
    return {
        plain_row<link::home>("Go to the home screen"),
        plain_row<link::lock>("Turn the screen off and lock"),
        unlock_row(),
        plain_row<link::spotlight>("Open the search of the home screen"),
        plain_row<link::app_switcher>("Show the apps used last"),
        plain_row<link::control_center>("Open Control Center"),
        plain_row<link::notification_center>("Show the notifications"),
        plain_row<link::escape>("Leave what is in front of the app"),
        plain_row<link::volume_up>("One step louder"),
        plain_row<link::volume_down>("One step quieter"),
        plain_row<link::siri>("Open Siri"),
        plain_row<link::action_button>("Press the action button"),
        rotate_row(),
        keypress_row(),
    };
}

} // namespace thimble::service::api
