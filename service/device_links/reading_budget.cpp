#include "service/device_links/reading_budget.hpp"

#include "link/limits.hpp"

#include <algorithm>

namespace thimble::service {

namespace {

/// Cost of a message besides its bytes, in bytes: the frame, the wake-up.
constexpr std::size_t message_overhead = 512;

/// At most so many JSON values; commas and colons within texts count as well.
std::size_t values_in(std::string_view json)
{
    return 1 + static_cast<std::size_t>(std::ranges::count_if(json, [](char each) {
               return each == ',' || each == ':' || each == '[' || each == '{';
           }));
}

} // namespace

void reading_budget::bucket::fill(double seconds)
{
    left = std::min(most, left + seconds * per_second);
}

double reading_budget::bucket::spend(double cost)
{
    left -= cost;
    return std::max(0.0, -left / per_second);
}

reading_budget::reading_budget(const link_limits& granted)
    : bytes_{.per_second = static_cast<double>(granted.bytes_per_second),
             .most = static_cast<double>(link::limits::message_bytes + message_overhead),
             .left = static_cast<double>(link::limits::message_bytes + message_overhead)},
      values_{.per_second = static_cast<double>(granted.values_per_second),
              .most = static_cast<double>(link::limits::values),
              .left = static_cast<double>(link::limits::values)},
      filled_at_(clock::now())
{
}

reading_budget::clock::duration reading_budget::spend(std::string_view message,
                                                      clock::time_point now)
{
    const std::chrono::duration<double> since = now - filled_at_;
    filled_at_ = now;
    const auto seconds = std::max(0.0, since.count());
    bytes_.fill(seconds);
    values_.fill(seconds);
    const auto values = std::min(values_in(message), link::limits::values); // more is malformed
    const std::chrono::duration<double> wait(
        std::max(bytes_.spend(static_cast<double>(message.size() + message_overhead)),
                 values_.spend(static_cast<double>(values))));
    return std::chrono::ceil<clock::duration>(wait);
}

} // namespace thimble::service
