// What the phone as a whole does, and its keys.
#include "daemon/debug_forms/form.hpp"
#include "gesture/keys.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include <array>

namespace thimble::daemon {

namespace {

constexpr int most_repeats = 100;

template <class Command>
parsed_action read_plain(words /*arguments*/)
{
    return plain(Command{});
}

template <class Command>
constexpr form plain_form(std::string_view effect)
{
    return {.name = Command::name, .arguments = "", .effect = effect, .read = read_plain<Command>};
}

/// Whatever else stands there is probably a passcode, and is not repeated.
parsed_action read_unlock(words arguments)
{
    const bool reads = !arguments.empty();
    if (reads && arguments[0] != "-")
        return std::unexpected(std::string(passcode_on_command_line));
    return phone_action{.what = link::unlock{}, .file = {}, .reads_passcode = reads};
}

parsed_action read_rotate(words arguments)
{
    const auto to = screen::parse_orientation(arguments[0]);
    if (!to)
        return std::unexpected(
            fmt::format("ORIENTATION is '{}'; it must be portrait, landscape_left, "
                        "landscape_right or upside_down",
                        arguments[0]));
    return plain(link::rotate{.to = *to});
}

/// "command+shift+z": any number of modifiers, then a key.
parsed_action read_keypress(words arguments)
{
    link::keypress what;
    auto left = arguments[0];
    for (auto plus = left.find('+'); plus != left.npos; plus = left.find('+')) {
        const auto held = link::parse_modifier(left.substr(0, plus));
        if (!held)
            return std::unexpected(
                fmt::format("'{}' is no modifier; there are control, shift, alternate and command",
                            left.substr(0, plus)));
        what.modifiers.push_back(*held);
        left.remove_prefix(plus + 1);
    }
    if (!gesture::key_usage(left))
        return std::unexpected(fmt::format("'{}' is no key; there are {}", left,
                                           fmt::join(gesture::key_names(), ", ")));
    what.key = left;
    if (arguments.size() > 1) {
        const auto repeat = parse_number("REPEAT", arguments[1], 1, most_repeats);
        if (!repeat)
            return std::unexpected(repeat.error());
        what.repeat = *repeat;
    }
    return plain(std::move(what));
}

constexpr std::array command_form_table{
    plain_form<link::home>("Go to the home screen"),
    plain_form<link::lock>("Lock the phone"),
    form{.name = "unlock",
         .arguments = "[-]",
         .effect = "Unlock by the passcode in THIMBLE_PASSCODE, or on standard input",
         .read = read_unlock},
    plain_form<link::spotlight>("Open the search of the home screen"),
    plain_form<link::app_switcher>("Show the apps used last"),
    plain_form<link::control_center>("Open Control Center"),
    plain_form<link::notification_center>("Show the notifications"),
    plain_form<link::escape>("Leave what the system shows in front"),
    plain_form<link::volume_up>("One step louder"),
    plain_form<link::volume_down>("One step quieter"),
    plain_form<link::siri>("Open Siri"),
    plain_form<link::action_button>("Press the action button"),
    form{.name = "rotate",
         .arguments = "ORIENTATION",
         .effect = "Turn to portrait, landscape_left, landscape_right or upside_down",
         .read = read_rotate},
    form{.name = "keypress",
         .arguments = "KEY [REPEAT]",
         .effect = "Press a key: enter, escape, arrow_up, command+c, …",
         .read = read_keypress},
};

} // namespace

std::span<const form> command_forms()
{
    return command_form_table;
}

} // namespace thimble::daemon
