#include "program/milliseconds.hpp"

#include <charconv>

namespace thimble::service {

std::optional<std::chrono::milliseconds> parse_milliseconds(std::string_view text)
{
    constexpr std::chrono::milliseconds longest = std::chrono::hours(1);
    std::chrono::milliseconds::rep count = 0;
    const auto* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, count);
    if (error != std::errc{} || stopped != end || count < 1 || count > longest.count())
        return std::nullopt;
    return std::chrono::milliseconds(count);
}

} // namespace thimble::service
