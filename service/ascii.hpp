// Letters of ASCII, whatever the locale.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace thimble::service {

inline std::string to_lower(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
    });
    return out;
}

} // namespace thimble::service
