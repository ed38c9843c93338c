#include "service/recordings/recording_rows.hpp"

#include "text/enum_words.hpp"

#include <optional>
#include <string>

namespace thimble::service {

namespace {

using optional_word = std::optional<std::string>;
using optional_moment = std::optional<recording::moment>;

template <class Enum>
optional_word word_of(const std::optional<Enum>& value)
{
    return value ? optional_word(enum_word(*value)) : std::nullopt;
}

template <class Enum>
std::optional<Enum> value_of(const optional_word& word)
{
    return word ? parse_enum_word<Enum>(*word) : std::nullopt;
}

template <class... Arguments>
std::vector<recording>
select_recordings(store::transaction& on, std::string_view condition, const Arguments&... arguments)
{
    std::string statement = "SELECT id, account_id, phone_id, session_id, max_duration_s, "
                            "max_bytes, frames_per_second, quality, status, format, ended_by, "
                            "created_at, started_at, ended_at, duration_ms, bytes, pictures, "
                            "width, height FROM recordings ";
    statement += condition;
    using word = std::string;
    std::vector<recording> out;
    for (auto& [id, account, phone, session, max_duration, max_bytes, pace, quality, status, format,
                ended_by, created, started, ended, duration, bytes, pictures, width, height] :
         on.select<word, word, word, optional_word, std::int64_t, std::uint64_t, int, int, word,
                   optional_word, optional_word, recording::moment, optional_moment,
                   optional_moment, std::int64_t, std::uint64_t, std::uint64_t, int, int>(
             statement, arguments...))
        out.push_back(
            {.id = std::move(id),
             .account_id = std::move(account),
             .phone_id = std::move(phone),
             .session_id = std::move(session),
             .asked = {.max_duration = std::chrono::seconds(max_duration),
                       .max_bytes = max_bytes,
                       .frames_per_second = pace,
                       .quality = quality},
             .status = parse_enum_word<recording_status>(status).value_or(recording_status::failed),
             .format = value_of<recording_format>(format),
             .ended_by = value_of<recording_end>(ended_by),
             .created_at = created,
             .started_at = started,
             .ended_at = ended,
             .duration = std::chrono::milliseconds(duration),
             .bytes = bytes,
             .pictures = pictures,
             .width = width,
             .height = height});
    return out;
}

} // namespace

void insert_recording(store::transaction& on,
                      const recording& what,
                      const std::optional<std::string>& node)
{
    on.execute(
        "INSERT INTO recordings (id, account_id, phone_id, session_id, max_duration_s, "
        "max_bytes, frames_per_second, quality, status, format, ended_by, created_at, "
        "started_at, ended_at, duration_ms, bytes, pictures, width, height, node) VALUES (:id, "
        ":account, :phone, :session, :max_duration, :max_bytes, :fps, :quality, :status, "
        ":format, :ended_by, :created, :started, :ended, :duration, :bytes, :pictures, "
        ":width, :height, :node)",
        what.id, what.account_id, what.phone_id, what.session_id, what.asked.max_duration.count(),
        what.asked.max_bytes, what.asked.frames_per_second, what.asked.quality,
        enum_word(what.status), word_of(what.format), word_of(what.ended_by), what.created_at,
        what.started_at, what.ended_at, what.duration.count(), what.bytes, what.pictures,
        what.width, what.height, node);
}

void update_recording(store::transaction& on, const recording& what)
{
    on.execute("UPDATE recordings SET status = :status, format = :format, ended_by = :ended_by, "
               "started_at = :started, ended_at = :ended, duration_ms = :duration, "
               "bytes = :bytes, pictures = :pictures, width = :width, height = :height "
               "WHERE id = :id AND (:over = 1 OR ended_at IS NULL)",
               enum_word(what.status), word_of(what.format), word_of(what.ended_by),
               what.started_at, what.ended_at, what.duration.count(), what.bytes, what.pictures,
               what.width, what.height, what.id, what.ended_at.has_value());
}

void remove_recording(store::transaction& on, std::string_view id)
{
    on.execute("DELETE FROM recordings WHERE id = :id", id);
}

bool has_recording(store::transaction& on, std::string_view account_id, std::string_view id)
{
    return on
        .find<std::string>("SELECT id FROM recordings WHERE id = :id AND account_id = :account", id,
                           account_id)
        .has_value();
}

std::vector<recording> all_recordings(store::transaction& on)
{
    return select_recordings(on, "ORDER BY created_at, id");
}

std::vector<recording> recordings_held_by(store::transaction& on, std::string_view node)
{
    return select_recordings(on, "WHERE node = :node AND ended_at IS NULL ORDER BY created_at, id",
                             node);
}

bool end_left_recording(store::transaction& on,
                        const recording& ended,
                        std::string_view node,
                        std::string_view taker)
{
    return on.execute("UPDATE recordings SET node = :taker, status = :status, "
                      "ended_by = :ended_by, ended_at = :ended, duration_ms = :duration "
                      "WHERE id = :id AND node = :node AND ended_at IS NULL",
                      taker, enum_word(ended.status), word_of(ended.ended_by), ended.ended_at,
                      ended.duration.count(), ended.id, node) == 1;
}

std::optional<recording>
find_recording_ended_by(store::transaction& on, std::string_view id, std::string_view taker)
{
    auto found = select_recordings(on, "WHERE id = :id AND node = :taker AND ended_at IS NOT NULL",
                                   id, taker);
    if (found.empty())
        return std::nullopt;
    return std::move(found.front());
}

void remove_recordings_without_picture(store::transaction& on, recording::moment before)
{
    on.execute("DELETE FROM recordings WHERE node IS NOT NULL AND format IS NULL "
               "AND ended_at < :before",
               before);
}

} // namespace thimble::service
