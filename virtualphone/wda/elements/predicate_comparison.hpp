// The comparisons of NSPredicate between two values.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace thimble::virtualphone::wda {

enum class predicate_operator : std::uint8_t {
    equal,
    unequal,
    less,
    less_or_equal,
    greater,
    greater_or_equal,
    contains,
    begins,
    ends,
    like,
    matches,
    in,
    between
};

/// Values are null, numbers (flags are 1 and 0), strings and lists. Values of different kinds are
/// unequal and in no order. `fold` ignores the case of letters. A pattern that cannot be read
/// matches nothing.
bool predicate_holds(predicate_operator how,
                     bool fold,
                     const nlohmann::json& left,
                     const nlohmann::json& right);

/// Of MATCHES.
bool is_pattern(const std::string& text);

} // namespace thimble::virtualphone::wda
