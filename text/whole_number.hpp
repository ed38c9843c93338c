// Whole numbers in texts that came from outside.
#pragma once

#include <charconv>
#include <concepts>
#include <limits>
#include <optional>
#include <string_view>

namespace thimble::service {

/// All of `text` in decimal digits, with a minus where it is below zero; nothing where there is
/// anything else, or where it lies outside of the bounds.
template <std::integral Number>
std::optional<Number> whole_number(std::string_view text,
                                   Number least = std::numeric_limits<Number>::min(),
                                   Number most = std::numeric_limits<Number>::max())
{
    Number number{};
    const auto* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stopped != end || number < least || number > most)
        return std::nullopt;
    return number;
}

} // namespace thimble::service
