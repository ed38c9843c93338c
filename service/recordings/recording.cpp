#include "service/recordings/recording.hpp"

#include "text/enum_words.hpp"
#include "text/iso_time.hpp"
#include "text/json_member.hpp"

#include <algorithm>

namespace thimble::service {

using nlohmann::ordered_json;

namespace {

template <class Enum>
ordered_json word_or_null(const std::optional<Enum>& value)
{
    return value ? ordered_json(enum_word(*value)) : ordered_json();
}

ordered_json size_or_null(int edge)
{
    return edge > 0 ? ordered_json(edge) : ordered_json();
}

} // namespace

recording::moment in_milliseconds(recording::moment when)
{
    return std::chrono::floor<std::chrono::milliseconds>(when);
}

ordered_json recording_record(const recording& of)
{
    ordered_json record;
    record["id"] = of.id;
    record["phone_id"] = of.phone_id;
    record["session_id"] = of.session_id ? ordered_json(*of.session_id) : ordered_json();
    record["status"] = enum_word(of.status);
    record["format"] = word_or_null(of.format);
    const bool ended = of.status != recording_status::recording; // its file is whole by then
    record["ended_by"] = ended ? word_or_null(of.ended_by) : ordered_json();
    record["created_at"] = iso_time(of.created_at);
    record["started_at"] = time_or_null(of.started_at);
    record["ended_at"] = time_or_null(of.ended_at);
    record["duration_ms"] = of.duration.count();
    record["bytes"] = of.bytes;
    record["pictures"] = of.pictures;
    record["width"] = size_or_null(of.width);
    record["height"] = size_or_null(of.height);
    record["max_duration_s"] = of.asked.max_duration.count();
    record["max_bytes"] = of.asked.max_bytes;
    return record;
}

std::string_view media_type(recording_format format)
{
    return format == recording_format::mp4 ? "video/mp4" : "application/zip";
}

bool completes(recording_end how, std::uint64_t pictures)
{
    return pictures > 0 && how != recording_end::storage_full;
}

recording cut_off(recording what, bool has_content, recording::moment then)
{
    const auto began = what.started_at.value_or(what.created_at);
    what.status = has_content ? recording_status::completed : recording_status::failed;
    what.ended_by = recording_end::service_ended;
    what.ended_at = in_milliseconds(std::max(then, began));
    what.duration = what.started_at
                        ? std::chrono::floor<std::chrono::milliseconds>(*what.ended_at - began)
                        : std::chrono::milliseconds(0);
    return what;
}

} // namespace thimble::service
