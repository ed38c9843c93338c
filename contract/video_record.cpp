#include "contract/video_record.hpp"

#include <chrono>
#include <cmath>

namespace thimble::service {

namespace {

using nlohmann::ordered_json;

/// With one place behind the point.
double rounded_milliseconds(std::chrono::microseconds what)
{
    return std::round(static_cast<double>(what.count()) / 100.0) / 10.0;
}

ordered_json spread_record(const std::optional<link::latency_spread>& of)
{
    if (!of)
        return nullptr;
    ordered_json record;
    record["p50"] = rounded_milliseconds(of->p50);
    record["p95"] = rounded_milliseconds(of->p95);
    record["count"] = of->count;
    return record;
}

} // namespace

nlohmann::ordered_json video_record(const std::optional<link::video_figures>& of)
{
    if (!of)
        return nullptr;
    ordered_json record;
    record["tap_to_picture_ms"] = spread_record(of->tap_to_picture);
    record["picture_age_ms"] = spread_record(of->picture_age);
    return record;
}

} // namespace thimble::service
