// Actions as a person types them: "tap 100 200", "flick 300 900 up", "screenshot out.png".
#pragma once

#include "link/action.hpp"

#include <nlohmann/json.hpp>

#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace thimble::daemon {

/// `phones`: which phones are there.
struct list_phones {
    friend bool operator==(const list_phones&, const list_phones&) = default;
};

/// An action for a phone. A screenshot also has the file that it goes to; a passcode is not part of
/// what is typed.
struct phone_action {
    link::action what;
    std::string name;      // in REST
    nlohmann::json fields; // the same
    std::string file;
    bool reads_passcode = false; // "unlock -": from standard input

    friend bool operator==(const phone_action&, const phone_action&) = default;
};

using debug_action = std::variant<list_phones, phone_action>;

/// Written as the rows of the REST API say (service/actions), or with another word for one
/// (other_words.hpp). An error is a sentence with the right form in it.
std::expected<debug_action, std::string> parse_debug_action(std::string_view text);

/// All of standard input; an error is a sentence that does not repeat it.
using input_reader = std::function<std::expected<std::string, std::string>()>;

/// The same of words that a shell has taken apart, the first of which is the action's name. Where
/// the rest of the line is "-", it is what `input` gives.
std::expected<debug_action, std::string> parse_typed_words(std::span<const std::string> words,
                                                           const input_reader& input);

/// An action as a command of its own.
struct typed_verb {
    std::string name;
    std::string usage; // "tap X Y"
    std::string summary;
    std::string choices; // a line for each of its words that has few; may be empty
};

/// In the order of the help.
std::vector<typed_verb> typed_verbs();

/// Adds the passcode that has come beside the action; one that is not needed is let go.
void add_passcode(debug_action& to, std::optional<std::string> passcode);

/// A line an action and, after an empty one, what their words may be, for --help.
std::string debug_action_help();

} // namespace thimble::daemon
