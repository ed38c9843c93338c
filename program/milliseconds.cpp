#include "program/milliseconds.hpp"

#include "text/whole_number.hpp"

namespace thimble::service {

std::optional<std::chrono::milliseconds> parse_milliseconds(std::string_view text)
{
    constexpr std::chrono::milliseconds longest = std::chrono::hours(1);
    return whole_number<std::chrono::milliseconds::rep>(text, 1, longest.count())
        .transform([](auto count) { return std::chrono::milliseconds(count); });
}

} // namespace thimble::service
