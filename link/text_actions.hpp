// Actions of a keyboard and the clipboard. The texts here are the user's own: they appear in no
// log, no error, no journal.
#pragma once

#include "link/lane.hpp"

#include <boost/describe/enum.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::link {

enum class modifier : std::uint8_t { control, shift, alternate, command };
BOOST_DESCRIBE_ENUM(modifier, control, shift, alternate, command)

std::string_view to_string(modifier value);
std::optional<modifier> parse_modifier(std::string_view text);

/// One key of a hardware keyboard, by its name in the REST contract.
struct keypress {
    static constexpr std::string_view name = "keypress";
    static constexpr link::lane lane = link::lane::input;
    std::string key;                 // "enter", "arrow_up", "a", …
    std::vector<modifier> modifiers; // each at most once
    int repeat = 1;                  // 1..100

    friend bool operator==(const keypress&, const keypress&) = default;
};

/// Way of text into the field that has the focus.
enum class typing_method : std::uint8_t {
    keys,      // key by key
    paste,     // through the clipboard
    automatic, // whichever carries the text
};
BOOST_DESCRIBE_ENUM(typing_method, keys, paste, automatic)

std::string_view to_string(typing_method value);

/// Also knows the older names of `auto`, "shortcut" and "shortcut_legacy".
std::optional<typing_method> parse_typing_method(std::string_view text);

struct type {
    static constexpr std::string_view name = "type";
    static constexpr link::lane lane = link::lane::input;
    std::string text; // UTF-8; "\n" is return, "\t" is tab
    typing_method method = typing_method::keys;

    friend bool operator==(const type&, const type&) = default;
};

struct copy_text {
    static constexpr std::string_view name = "copy-text";
    static constexpr link::lane lane = link::lane::input;
    std::string text; // UTF-8

    friend bool operator==(const copy_text&, const copy_text&) = default;
};

/// Brings the runner to the front for a moment, which makes it an input. The result has `text` and
/// `empty`.
struct read_clipboard {
    static constexpr std::string_view name = "read-clipboard";
    static constexpr link::lane lane = link::lane::input;

    friend bool operator==(const read_clipboard&, const read_clipboard&) = default;
};

} // namespace thimble::link
