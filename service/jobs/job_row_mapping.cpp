#include "service/jobs/job_row_mapping.hpp"

#include "service/jobs/job_record.hpp"
#include "service/jobs/stored_failure.hpp"
#include "text/json_member.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace thimble::service {

using nlohmann::json;
using std::chrono::system_clock;

namespace {

/// Text that is no UTF-8 is mended: a job whose end cannot be written down would never be over.
template <class Json>
std::string text_of(const Json& what)
{
    return what.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::int64_t microseconds(double milliseconds)
{
    return std::llround(milliseconds * 1000);
}

double milliseconds(std::int64_t microseconds)
{
    return static_cast<double>(microseconds) / 1000;
}

link::outcome parse_outcome(const std::optional<std::string>& text)
{
    for (const auto each : {link::outcome::done, link::outcome::not_sent})
        if (text == link::to_string(each))
            return each;
    return link::outcome::unknown;
}

json failure_json(const link::failure& what)
{
    return {{"code", what.code}, {"message", what.message}, {"context", what.context}};
}

link::failure read_failure(const std::optional<std::string>& text)
{
    const auto record = parse_object(text);
    const auto context = record.find("context");
    link::failure out{.code = member<std::string>(record, "code", "INTERNAL_ERROR"),
                      .message = member<std::string>(record, "message")};
    if (context != record.end() && context->is_object())
        out.context = *context;
    return out;
}

std::int64_t milliseconds_of(system_clock::time_point moment)
{
    return std::chrono::floor<std::chrono::milliseconds>(moment).time_since_epoch().count();
}

nlohmann::ordered_json receipt_json(const link::receipt& what)
{
    auto record = receipt_record(what);
    if (what.frame)
        record["frame"]["captured_ms"] = milliseconds_of(what.frame->captured_at);
    return record;
}

/// The receipts of earlier versions have none.
std::optional<screen::area> read_region(const json& frame)
{
    const auto found = frame.find("region");
    if (found == frame.end() || !found->is_object())
        return std::nullopt;
    const screen::area out{.x = member(*found, "x", 0),
                           .y = member(*found, "y", 0),
                           .width = member(*found, "width", 0),
                           .height = member(*found, "height", 0)};
    return out.width > 0 && out.height > 0 ? std::optional(out) : std::nullopt;
}

std::optional<link::seen_frame> read_seen_frame(const json& receipt)
{
    const auto found = receipt.find("frame");
    if (found == receipt.end() || !found->is_object())
        return std::nullopt;
    link::seen_frame out;
    out.id = member<std::string>(*found, "frame_id");
    out.space.size = {.width = member(*found, "width", 0), .height = member(*found, "height", 0)};
    out.space.turned = screen::parse_orientation(member<std::string>(*found, "orientation"))
                           .value_or(screen::orientation::portrait);
    out.captured_at = system_clock::time_point(
        std::chrono::milliseconds(member<std::int64_t>(*found, "captured_ms")));
    out.settled = member(*found, "settled", false);
    out.changed = find_member<bool>(*found, "changed");
    out.region = read_region(*found);
    return out;
}

std::optional<link::receipt> read_receipt(const std::optional<std::string>& text)
{
    if (!text)
        return std::nullopt;
    const auto record = parse_object(text);
    const auto effect = member<std::string>(record, "effect");
    link::receipt out{.seen = effect == "changed"     ? link::effect::changed
                              : effect == "unchanged" ? link::effect::unchanged
                                                      : link::effect::unknown,
                      .verified = std::nullopt,
                      .shaped = member(record, "shaped", false)};
    out.verified = find_member<bool>(record, "verified");
    out.frame = read_seen_frame(record);
    out.driver = find_member<std::string>(record, "driver");
    return out;
}

json frame_json(const link::frame& what, const std::string& frame_id)
{
    return {{"frame_id", frame_id},
            {"format", screen::to_string(what.picture.format)},
            {"picture_width", what.picture.size.width},
            {"picture_height", what.picture.size.height},
            {"width", what.space.size.width},
            {"height", what.space.size.height},
            {"orientation", screen::to_string(what.space.turned)},
            {"scale", what.scale},
            {"captured_at", std::chrono::floor<std::chrono::milliseconds>(what.captured_at)
                                .time_since_epoch()
                                .count()}};
}

link::frame read_frame(const json& record)
{
    using screen::orientation;
    using screen::picture_format;
    link::frame out;
    out.picture.format = screen::parse_picture_format(member<std::string>(record, "format"))
                             .value_or(picture_format::png);
    out.picture.size = {.width = member(record, "picture_width", 0),
                        .height = member(record, "picture_height", 0)};
    out.space.size = {.width = member(record, "width", 0), .height = member(record, "height", 0)};
    out.space.turned = screen::parse_orientation(member<std::string>(record, "orientation"))
                           .value_or(orientation::portrait);
    out.scale = member(record, "scale", 1.0);
    out.captured_at = system_clock::time_point(
        std::chrono::milliseconds(member<std::int64_t>(record, "captured_at")));
    return out;
}

enum class kept_part : std::uint8_t { all, without_confidences };

void add_end(store::job_row& row, const job& what, kept_part part)
{
    const bool all = part == kept_part::all;
    const auto& result = what.result();
    row.completed_at = what.ended_at();
    row.outcome = link::to_string(result.outcome);
    if (result.failure)
        row.failure =
            text_of(failure_json(all ? *result.failure : stored_failure(*result.failure)));
    else if (!result.value.empty() && (all || !what.subject().sensitive))
        row.value = text_of(result.value);
    if (result.receipt)
        row.receipt = text_of(receipt_json(*result.receipt));
    row.queued_us = microseconds(result.timings.queued_ms);
    row.device_us = microseconds(result.timings.device_ms);
    row.total_us = microseconds(what.total_time().count());
    if (result.frame)
        row.frame = text_of(frame_json(*result.frame, what.frame_id()));
    if (!what.picture().empty())
        row.picture = what.picture();
}

job::ending read_end(const store::job_row& row)
{
    job::ending out;
    out.started_at = row.started_at;
    out.completed_at = *row.completed_at;
    out.total_time = job::duration(milliseconds(row.total_us));
    out.result.job_id = row.id;
    out.result.udid = row.udid;
    out.result.outcome = parse_outcome(row.outcome);
    out.result.value = parse_object(row.value);
    if (row.failure)
        out.result.failure = read_failure(row.failure);
    out.result.receipt = read_receipt(row.receipt);
    out.result.timings = {.queued_ms = milliseconds(row.queued_us),
                          .device_ms = milliseconds(row.device_us)};
    if (row.frame) {
        const auto frame = parse_object(row.frame);
        out.frame_id = member<std::string>(frame, "frame_id");
        out.result.frame = read_frame(frame);
    }
    out.picture = row.picture.value_or("");
    return out;
}

store::job_row row_with(const job& what, kept_part part)
{
    const auto& about = what.subject();
    store::job_row row;
    row.account_id = about.account_id;
    row.id = about.id;
    row.phone_id = about.phone_id;
    row.udid = about.udid;
    row.desktop_id = about.desktop_id;
    row.action = about.action;
    row.created_at = what.created_at();
    row.started_at = what.started_at();
    if (!about.session_id.empty())
        row.session_id = about.session_id;
    if (what.has_result())
        add_end(row, what, part);
    return row;
}

} // namespace

store::job_row row_of(const job& what)
{
    return row_with(what, kept_part::without_confidences);
}

store::job_row whole_row_of(const job& what)
{
    return row_with(what, kept_part::all);
}

bool is_kept_wholly(const job& what)
{
    if (what.subject().sensitive)
        return false;
    const bool failed = what.has_result() && what.result().failure;
    return !failed || is_stored_wholly(*what.result().failure);
}

std::shared_ptr<job> read_job(const boost::asio::any_io_executor& home, const store::job_row& row)
{
    job_subject about{.id = row.id,
                      .account_id = row.account_id,
                      .phone_id = row.phone_id,
                      .udid = row.udid,
                      .desktop_id = row.desktop_id,
                      .action = row.action};
    std::optional<job::ending> ended;
    if (row.completed_at)
        ended = read_end(row);
    return std::make_shared<job>(home, std::move(about), row.created_at, std::move(ended));
}

} // namespace thimble::service
