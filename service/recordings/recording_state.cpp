#include "service/recordings/recording_state.hpp"

#include "text/enum_words.hpp"
#include "text/json_member.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace thimble::service {

using nlohmann::json;

namespace {

std::int64_t milliseconds_at(recording::moment when)
{
    return std::chrono::floor<std::chrono::milliseconds>(when).time_since_epoch().count();
}

std::optional<recording::moment> moment_in(const json& state, const char* name)
{
    const auto told = find_member<std::int64_t>(state, name);
    if (!told)
        return std::nullopt;
    return recording::moment(std::chrono::milliseconds(*told));
}

template <class Enum>
std::optional<Enum> word_in(const json& state, const char* name)
{
    const auto told = find_member<std::string>(state, name);
    return told ? parse_enum_word<Enum>(*told) : std::nullopt;
}

} // namespace

json recording_state(const recording& of)
{
    json out{{"id", of.id},
             {"account", of.account_id},
             {"phone", of.phone_id},
             {"max_duration_s", of.asked.max_duration.count()},
             {"max_bytes", of.asked.max_bytes},
             {"fps", of.asked.frames_per_second},
             {"quality", of.asked.quality},
             {"status", enum_word(of.status)},
             {"created", milliseconds_at(of.created_at)},
             {"duration_ms", of.duration.count()},
             {"bytes", of.bytes},
             {"pictures", of.pictures},
             {"width", of.width},
             {"height", of.height}};
    if (of.session_id)
        out["session"] = *of.session_id;
    if (of.format)
        out["format"] = enum_word(*of.format);
    if (of.ended_by)
        out["ended_by"] = enum_word(*of.ended_by);
    if (of.started_at)
        out["started"] = milliseconds_at(*of.started_at);
    if (of.ended_at)
        out["ended"] = milliseconds_at(*of.ended_at);
    return out;
}

std::optional<recording> read_recording_state(const json& state)
{
    using text = std::string;
    const auto created = moment_in(state, "created");
    const auto status = word_in<recording_status>(state, "status");
    if (!created || !status)
        return std::nullopt;
    return recording{
        .id = member<text>(state, "id"),
        .account_id = member<text>(state, "account"),
        .phone_id = member<text>(state, "phone"),
        .session_id = find_member<text>(state, "session"),
        .asked = {.max_duration =
                      std::chrono::seconds(member<std::int64_t>(state, "max_duration_s")),
                  .max_bytes = member<std::uint64_t>(state, "max_bytes"),
                  .frames_per_second = member<int>(state, "fps"),
                  .quality = member<int>(state, "quality")},
        .status = *status,
        .format = word_in<recording_format>(state, "format"),
        .ended_by = word_in<recording_end>(state, "ended_by"),
        .created_at = *created,
        .started_at = moment_in(state, "started"),
        .ended_at = moment_in(state, "ended"),
        .duration = std::chrono::milliseconds(member<std::int64_t>(state, "duration_ms")),
        .bytes = member<std::uint64_t>(state, "bytes"),
        .pictures = member<std::uint64_t>(state, "pictures"),
        .width = member<int>(state, "width"),
        .height = member<int>(state, "height")};
}

} // namespace thimble::service
