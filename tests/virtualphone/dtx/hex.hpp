// Bytes as hex digits, which blanks may stand between.
#pragma once

#include "virtualphone/dtx/protocol/object.hpp"

namespace thimble::virtualphone::tests {

inline dtx::bytes of_hex(std::string_view text)
{
    dtx::bytes result;
    std::string digits;
    for (const char c : text) {
        if (c == ' ')
            continue;
        digits += c;
        if (digits.size() < 2)
            continue;
        result.push_back(static_cast<std::uint8_t>(std::stoi(digits, nullptr, 16)));
        digits.clear();
    }
    return result;
}

} // namespace thimble::virtualphone::tests
