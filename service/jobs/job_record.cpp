#include "service/jobs/job_record.hpp"

#include "text/enum_words.hpp"
#include "text/iso_time.hpp"
#include "text/json_member.hpp"

#include <algorithm>
#include <cmath>

namespace thimble::service {

using nlohmann::ordered_json;

namespace {

/// In microseconds at the finest.
double rounded(double milliseconds)
{
    return std::round(milliseconds * 1000) / 1000;
}

ordered_json result_record(const job& what)
{
    if (!what.settled())
        return nullptr;
    const auto& result = what.result();
    return result.failure ? error_record(*result.failure) : ordered_json(result.value);
}

/// Time that was spent neither in the daemon's queue nor on the phone was spent on the way. Whole
/// microseconds are what is kept, so these add up the same when they have been read back.
ordered_json timing_record(const job& what)
{
    if (!what.settled())
        return nullptr;
    const auto& spent = what.result().timings;
    const double queued = rounded(spent.queued_ms);
    const double device = rounded(spent.device_ms);
    const double total = rounded(what.total_time().count());
    ordered_json record;
    record["queued_ms"] = queued;
    record["link_ms"] = rounded(std::max(0.0, total - queued - device));
    record["device_ms"] = device;
    record["total_ms"] = total;
    return record;
}

ordered_json progress_record(const job& what)
{
    if (what.settled() || !what.progress())
        return nullptr;
    return {{"step", what.progress()->step}, {"done", what.progress()->done}};
}

ordered_json region_record(const screen::area& what)
{
    ordered_json record;
    record["x"] = what.x;
    record["y"] = what.y;
    record["width"] = what.width;
    record["height"] = what.height;
    return record;
}

ordered_json frame_record(const link::seen_frame& what)
{
    ordered_json record;
    record["frame_id"] = what.id;
    record["url"] = "/v1/jobs/" + what.id + "/download";
    record["changed"] = what.changed ? ordered_json(*what.changed) : ordered_json();
    record["region"] = what.region ? region_record(*what.region) : ordered_json();
    record["width"] = what.space.size.width;
    record["height"] = what.space.size.height;
    record["orientation"] = screen::to_string(what.space.turned);
    record["captured_at"] = iso_time(what.captured_at);
    record["settled"] = what.settled;
    return record;
}

} // namespace

ordered_json receipt_record(const link::receipt& what)
{
    ordered_json record;
    record["effect"] = enum_word(what.seen);
    record["verified"] = what.verified ? ordered_json(*what.verified) : ordered_json();
    record["shaped"] = what.shaped;
    record["frame"] = what.frame ? frame_record(*what.frame) : ordered_json();
    record["driver"] = what.driver ? ordered_json(*what.driver) : ordered_json();
    return record;
}

ordered_json job_record(const job& what)
{
    ordered_json record;
    record["id"] = what.id();
    record["status"] = to_string(what.status());
    record["result"] = result_record(what);
    record["created_at"] = iso_time(what.created_at());
    record["completed_at"] = time_or_null(what.completed_at());
    record["phone_id"] = what.phone_id();
    record["action"] = what.action();
    record["started_at"] = time_or_null(what.started_at());
    record["timing"] = timing_record(what);
    record["progress"] = progress_record(what);
    const bool received = what.settled() && what.result().receipt.has_value();
    record["receipt"] = received ? receipt_record(*what.result().receipt) : ordered_json();
    return record;
}

failure failure_of(const job& what)
{
    auto out = *what.result().failure;
    out.context["job"] = job_record(what);
    return out;
}

} // namespace thimble::service
