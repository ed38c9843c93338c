// The stream of a phone's picture: its settings, and what came of it.
#pragma once

#include <chrono>
#include <cstdint>

namespace thimble::virtualphone {

/// The condition under which reports of HID land: none, or that the phone's picture is streamed;
/// else nobody learns that they are lost. Sources disagree about real phones.
enum class touch_gate : std::uint8_t { stream, open };

/// The use that a stream makes of its receiver's reports. `ignored`: it ends when the picture has
/// stood still for a while, and has one key picture. `heard`: it lasts while reports come, and a
/// receiver that asks gets a key picture. Sources disagree about real phones.
enum class receiver_reports : std::uint8_t { ignored, heard };

struct stream_settings {
    virtualphone::touch_gate touch_gate = touch_gate::stream;
    virtualphone::receiver_reports reports = receiver_reports::ignored;
    std::chrono::duration<double> stillness{7}; // of the picture, after which a stream ends
    std::chrono::duration<double> pause{0};     // after a stream, before another may begin
};

/// Written by the stream, for whoever asks. Numbers are of all streams so far.
struct stream_state {
    bool running = false;
    bool settled = false; // long enough for reports of HID to land
    std::uint64_t started = 0;
    std::uint64_t pictures = 0;
    std::uint64_t key_pictures = 0;
    std::uint64_t packets = 0;
    std::uint64_t reports_received = 0;
    std::uint64_t keys_asked_for = 0;
};

} // namespace thimble::virtualphone
