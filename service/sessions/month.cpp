#include "service/sessions/month.hpp"

#include "text/whole_number.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace thimble::service::sessions {

std::string to_string(month which)
{
    std::array<char, 32> text{};
    const int length =
        std::snprintf(text.data(), text.size(), "%04d-%02u", static_cast<int>(which.year()),
                      static_cast<unsigned>(which.month()));
    return {text.data(), static_cast<std::size_t>(length)};
}

std::optional<month> parse_month(std::string_view text)
{
    if (text.size() != 7 || text[4] != '-')
        return std::nullopt;
    const auto year = whole_number(text.substr(0, 4), 1970U);
    const auto number = whole_number<unsigned>(text.substr(5));
    if (!year || !number)
        return std::nullopt;
    const month out(std::chrono::year(static_cast<int>(*year)), std::chrono::month(*number));
    return out.ok() ? std::optional(out) : std::nullopt;
}

month month_of(moment when)
{
    const std::chrono::year_month_day date(std::chrono::floor<std::chrono::days>(when));
    return date.year() / date.month();
}

moment begin_of(month which)
{
    return std::chrono::sys_days(which / std::chrono::day(1));
}

std::vector<span_of_month> split_at_months(moment from, moment until)
{
    std::vector<span_of_month> out;
    while (from < until) {
        const auto in = month_of(from);
        const auto end = std::min(until, begin_of(in + std::chrono::months(1)));
        out.push_back({.in = in, .from = from, .until = end});
        from = end;
    }
    return out;
}

} // namespace thimble::service::sessions
