#include "http/date.hpp"

#include <array>
#include <cstdio>
#include <ctime>

namespace thimble::service::http {

std::string date_now()
{
    // Not strftime, whose names of days and months depend on the locale.
    static constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::array<char, 64> text{};
    const int length =
        std::snprintf(text.data(), text.size(), "%s, %02d %s %04d %02d:%02d:%02d GMT",
                      days.at(static_cast<std::size_t>(utc.tm_wday)), utc.tm_mday,
                      months.at(static_cast<std::size_t>(utc.tm_mon)), utc.tm_year + 1900,
                      utc.tm_hour, utc.tm_min, utc.tm_sec);
    return {text.data(), static_cast<std::size_t>(length)};
}

} // namespace thimble::service::http
