#include "text/iso_time.hpp"

#include <array>
#include <cstdio>

namespace thimble::service {

std::string iso_time(std::chrono::system_clock::time_point moment)
{
    using std::chrono::days;
    using std::chrono::floor;
    using std::chrono::hh_mm_ss;
    using std::chrono::milliseconds;
    using std::chrono::year_month_day;
    const auto day = floor<days>(moment);
    const year_month_day date(day);
    const hh_mm_ss time(floor<milliseconds>(moment - day));
    std::array<char, 40> text{};
    const int length = std::snprintf(
        text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
        static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
        static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()),
        static_cast<int>(time.subseconds().count()));
    return {text.data(), static_cast<std::size_t>(length)};
}

} // namespace thimble::service
