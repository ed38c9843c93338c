// Months of the calendar, in UTC: what plans and bills are for.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::sessions {

/// Moments are whole milliseconds, as the database has them.
using moment = std::chrono::system_clock::time_point;
using month = std::chrono::year_month;

/// "2026-11".
std::string to_string(month which);

/// Of the years 1970 to 9999.
std::optional<month> parse_month(std::string_view text);

month month_of(moment when);
moment begin_of(month which);

/// From `from` until just before `until`, within one month.
struct span_of_month {
    month in = {};
    moment from;
    moment until;
};

/// In order and without gaps; none where `until` is not after `from`.
std::vector<span_of_month> split_at_months(moment from, moment until);

} // namespace thimble::service::sessions
