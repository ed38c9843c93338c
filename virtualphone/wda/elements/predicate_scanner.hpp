// The words, signs and literals of a predicate.
#pragma once

#include "virtualphone/wda/elements/predicate_comparison.hpp"

#include <optional>
#include <string_view>

namespace thimble::virtualphone::wda {

/// Each function takes what it says from the front of the text, blanks before it included, or
/// leaves the text as it is but for the blanks. Words are alike in capitals and small letters.
class predicate_scanner {
public:
    explicit predicate_scanner(std::string_view text) : left_(text) {}

    bool at_end();
    bool take(std::string_view sign);
    bool take_word(std::string_view wanted);
    /// Letters and digits; may be empty.
    std::string_view word();

    std::optional<predicate_operator> operation();
    /// "[c]" does; other options change nothing here. Nothing where they are none.
    std::optional<bool> folds_case();
    /// A string, a number, a flag as 1 or 0, null, or a list "{'a', 'b'}" of these.
    std::optional<nlohmann::json> literal();

private:
    void skip_blanks();
    std::optional<nlohmann::json> number();
    std::optional<nlohmann::json> list();
    std::optional<nlohmann::json> quoted();

    std::string_view left_;
};

} // namespace thimble::virtualphone::wda
