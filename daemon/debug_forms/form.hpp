// Grammar of actions on a command line, a row each.
#pragma once

#include "daemon/debug_action.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::daemon {

using words = std::span<const std::string_view>;
using parsed_action = std::expected<debug_action, std::string>;

/// One action. `arguments` is what the help shows and what they are counted by: "X Y [DURATION_MS]"
/// takes two or three words, and "TEXT…" the rest of the line as it stands, which is one word.
struct form {
    std::string_view name;
    std::string_view arguments;
    std::string_view effect;
    parsed_action (*read)(words arguments);
};

/// A number of pixels from 0, or a sentence in which `name` is wrong.
std::expected<int, std::string> parse_pixel(std::string_view name, std::string_view text);

/// A whole number within limits.
std::expected<int, std::string>
parse_number(std::string_view name, std::string_view text, int least, int most);

/// Why a passcode is not taken where it stands.
inline constexpr std::string_view passcode_on_command_line =
    "A passcode does not belong on a command line, where every process can read it: write 'unlock' "
    "with THIMBLE_PASSCODE in the environment, or 'unlock -' and give it on standard input";

/// An action without a file.
parsed_action plain(link::action what);

// The rows, by what they are done with.
std::span<const form> touch_forms();
std::span<const form> element_forms();
std::span<const form> text_forms();
std::span<const form> command_forms();
std::span<const form> app_forms();
std::span<const form> batch_forms();

} // namespace thimble::daemon
