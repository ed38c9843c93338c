// A secret of an account: its name, its value and where it may be typed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

inline constexpr std::size_t longest_secret_name = 64;

/// Bytes. A shorter value could not be taken out of other texts without ruining them.
inline constexpr std::size_t shortest_secret = 4;
inline constexpr std::size_t longest_secret = 4096;

/// A letter of ASCII, then letters, digits, "-" and "_"; upper and lower case are different.
bool is_secret_name(std::string_view text);

/// UTF-8 of a length within the limits above.
bool is_secret_value(std::string_view text);

/// Value that an account has kept under a name.
struct secret {
    std::string value;
    std::vector<std::string> apps = {}; // bundle ids that it may be typed into; none: any app

    friend bool operator==(const secret&, const secret&) = default;
};

} // namespace thimble::service
