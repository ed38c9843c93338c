// Limits of a message's content. Both ends refuse what is beyond, when they write as well as when
// they read.
#pragma once

#include <cstddef>
#include <cstdint>

namespace thimble::link::limits {

inline constexpr std::size_t message_bytes = 4UL * 1024 * 1024; // of one text frame
inline constexpr std::size_t nesting = 32;                      // of lists and objects
inline constexpr std::size_t values = 500'000;                  // in one message

inline constexpr std::size_t frame_header_bytes = 4096;
inline constexpr std::size_t frame_bytes = 16UL * 1024 * 1024; // of one picture
inline constexpr std::size_t unit_bytes = 4UL * 1024 * 1024;   // of an access unit of video
inline constexpr std::size_t configuration_bytes = 2800;       // of its decoder, in base64

inline constexpr std::size_t phones = 128;       // of one desktop
inline constexpr std::size_t open_jobs = 10'000; // what a journal remembers
inline constexpr std::size_t features = 64;
inline constexpr std::size_t blockers = 8; // as many warnings
inline constexpr std::size_t buttons = 8;  // of an alert
inline constexpr std::size_t capabilities = 128;
inline constexpr std::size_t steps = 32; // of a batch
inline constexpr std::size_t modifiers = 4;

// Bytes of UTF-8, four for a character where the REST contract counts characters.
inline constexpr std::size_t id_bytes = 128; // of jobs, desktops, streams, frames, boots, journals
inline constexpr std::size_t udid_bytes = 64;
inline constexpr std::size_t word_bytes = 64; // features, codes, capabilities, actions
inline constexpr std::size_t name_bytes = 256;
inline constexpr std::size_t sentence_bytes = 4096; // for a person to read
inline constexpr std::size_t typed_bytes = 40'000;
inline constexpr std::size_t copied_bytes = 400'000;
inline constexpr std::size_t selector_bytes = 2'000;
inline constexpr std::size_t element_text_bytes = 1'000; // of a label, an identifier
inline constexpr std::size_t app_name_bytes = 800;
inline constexpr std::size_t url_bytes = 8'192;
inline constexpr std::size_t passcode_bytes = 256;

inline constexpr std::int64_t pixels = 65'535;    // along an edge
inline constexpr std::int64_t touch_ms = 600'000; // of one touch
inline constexpr std::int64_t settle_ms = 60'000; // of looking whether the screen is still
inline constexpr std::int64_t heartbeat_ms = 600'000;
inline constexpr std::int64_t drain_ms = 3'600'000;
inline constexpr double elapsed_ms = 1e12; // of anything measured
inline constexpr std::int64_t latency_us = 3'600'000'000;
inline constexpr double scale = 16; // panel pixels for one point
inline constexpr int frames_per_second = 60;

/// The largest integer that every reader of JSON keeps exactly, 2^53.
inline constexpr std::int64_t exact_integer = 9'007'199'254'740'992;

} // namespace thimble::link::limits
