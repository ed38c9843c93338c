// Bundle ids, by which apps are told apart.
#pragma once

#include "text/ascii.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace thimble::service {

/// In bytes, as Apple limits them.
inline constexpr std::size_t longest_bundle_id = 155;

/// They become arguments and parts of paths: whoever names one is not trusted to fit there.
constexpr bool is_bundle_id(std::string_view text)
{
    const auto fits = [](char c) {
        return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '_';
    };
    return !text.empty() && text.size() <= longest_bundle_id && !text.starts_with('.') &&
           std::ranges::all_of(text, fits);
}

} // namespace thimble::service
