// The part of a virtual phone's description that is about the stream of its picture.
#pragma once

#include "virtualphone/phone/stream_state.hpp"

#include <expected>
#include <string>
#include <string_view>

namespace thimble::virtualphone {

struct stream_description {
    stream_settings settings;
    std::string loop; // the file that is streamed; empty: what the phone shows
};

bool describes_stream(std::string_view key);

/// Sets one key: touch_gate (stream: touches land only while the picture is streamed; open), rtcp
/// (ignored, heard), stillness and stream_pause (seconds), loop (a file). The error is a sentence.
std::expected<void, std::string>
describe_stream(stream_description& what, std::string_view key, std::string_view text);

} // namespace thimble::virtualphone
