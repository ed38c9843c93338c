// Recording of a phone's screen: its facts, and the record that clients see of it.
#pragma once

#include <boost/describe/enum.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

enum class recording_status : std::uint8_t { recording, completed, failed };
BOOST_DESCRIBE_ENUM(recording_status, recording, completed, failed)

/// Form of its content.
enum class recording_format : std::uint8_t {
    mp4, // the phone's own video, in fragments
    zip, // JPEGs, named after their time
};
BOOST_DESCRIBE_ENUM(recording_format, mp4, zip)

/// Reason for which nothing more is recorded.
enum class recording_end : std::uint8_t {
    stopped,
    session_ended,
    max_duration,
    max_bytes,
    video_changed, // what comes next does not go into the same movie
    key_revoked,   // that asked for it
    no_subscription,
    phone_forgotten,
    service_ended,
    no_picture,   // none came in time
    storage_full, // or the disk has failed
};
BOOST_DESCRIBE_ENUM(recording_end,
                    stopped,
                    session_ended,
                    max_duration,
                    max_bytes,
                    video_changed,
                    key_revoked,
                    no_subscription,
                    phone_forgotten,
                    service_ended,
                    no_picture,
                    storage_full)

/// Wishes for a recording.
struct recording_wish {
    std::chrono::seconds max_duration{600};
    std::uint64_t max_bytes = 512ULL * 1024 * 1024;
    int frames_per_second = 10; // of pictures
    int quality = 80;           // of the same
};

/// Times are whole milliseconds.
struct recording {
    using moment = std::chrono::system_clock::time_point;

    std::string id; // UUID
    std::string account_id;
    std::string phone_id;
    std::optional<std::string> session_id = {}; // that it is of
    recording_wish asked = {};
    recording_status status = recording_status::recording;
    std::optional<recording_format> format = {}; // once the first picture has come
    std::optional<recording_end> ended_by = {};
    moment created_at = {};
    std::optional<moment> started_at = {}; // what its first picture shows
    std::optional<moment> ended_at = {};
    std::chrono::milliseconds duration{0};
    std::uint64_t bytes = 0;
    std::uint64_t pictures = 0;
    int width = 0; // of those
    int height = 0;
};

/// Whole milliseconds.
recording::moment in_milliseconds(recording::moment when);

/// The contract's record.
nlohmann::ordered_json recording_record(const recording& of);

/// "video/mp4", "application/zip".
std::string_view media_type(recording_format format);

/// True where that end leaves something that can be played.
bool completes(recording_end how, std::uint64_t pictures);

/// One that was under way when its service was cut off, which was there until then.
recording cut_off(recording what, bool has_content, recording::moment then);

} // namespace thimble::service
