// Labels of phones: one word each.
#pragma once

#include "text/ascii.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace thimble::service {

inline constexpr std::int64_t longest_label = 40; // characters

/// Letters, digits, '-', '_' and '.', a letter or a digit first. Case counts.
constexpr bool is_label(std::string_view text)
{
    const auto alphanumeric = [](char each) { return is_letter(each) || is_digit(each); };
    const auto fits = [&](char each) {
        return alphanumeric(each) || each == '-' || each == '_' || each == '.';
    };
    return !text.empty() && std::cmp_less_equal(text.size(), longest_label) &&
           alphanumeric(text.front()) && std::ranges::all_of(text, fits);
}

} // namespace thimble::service
