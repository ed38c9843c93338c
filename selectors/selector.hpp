// Selector of an element, such as "the second Save button from the top".
#pragma once

#include "selectors/element_kinds.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// The side from which things are counted.
enum class side : std::uint8_t { top, bottom, left, right };

/// Which one of several that are equally good.
struct position {
    int number = 1; // from 1
    side from = side::top;

    friend bool operator==(const position&, const position&) = default;
};

/// One way to understand a selector.
struct reading {
    std::string text;                   // folded; empty: any element of the kind
    const element_kind* kind = nullptr; // nullptr: any
    std::optional<position> which;
    bool quoted = false; // the text is exact
};

/// Every way to understand the selector, the most literal first: words for types and positions may
/// be part of the text as well. Text in quotes is text, and nothing else is. Never empty.
std::vector<reading> readings_of(std::string_view selector);

} // namespace thimble::service
