#include "text/money.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace thimble::service {

namespace {

constexpr std::size_t decimals = 6;
constexpr std::size_t longest_whole = 7; // digits
constexpr std::int64_t highest_price = 1'000'000 * micro_dollars_in_a_dollar;

} // namespace

std::optional<std::int64_t> parse_price(std::string_view text)
{
    const auto point = std::min(text.find('.'), text.size());
    const auto whole = text.substr(0, point);
    const auto fraction = text.substr(std::min(point + 1, text.size()));
    const bool fits = !whole.empty() && whole.size() <= longest_whole &&
                      fraction.size() <= decimals && fraction.empty() == (point == text.size());
    auto digits = std::string(whole) + std::string(fraction);
    if (!fits || digits.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    digits.append(decimals - fraction.size(), '0');
    std::int64_t out = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), out);
    return out <= highest_price ? std::optional(out) : std::nullopt;
}

double to_dollars(std::int64_t micro_dollars)
{
    return static_cast<double>(micro_dollars) / micro_dollars_in_a_dollar;
}

std::int64_t to_micro_dollars(double dollars)
{
    return std::llround(dollars * micro_dollars_in_a_dollar);
}

} // namespace thimble::service
