// Money, in whole micro-dollars: sums of them are exact.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace thimble::service {

inline constexpr std::int64_t micro_dollars_in_a_dollar = 1'000'000;

/// "0.05" is 50,000. Nothing for what is no price: digits with at most one point and six decimals,
/// at most a million dollars.
std::optional<std::int64_t> parse_price(std::string_view text);

/// As JSON has it: 50,000 is 0.05.
double to_dollars(std::int64_t micro_dollars);

/// The nearest, of a number from 0 to a billion.
std::int64_t to_micro_dollars(double dollars);

} // namespace thimble::service
