// Encoded video of a phone's screen: access units as the phone has made them, and their form on the
// second connection.
#pragma once

#include "link/command.hpp"
#include "link/picture_frame.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace thimble::link {

/// Clockwise quarter turns with which the decoded picture stands upright.
enum class upright_turn : std::uint8_t { none, quarter, half, three_quarters };

/// Facts that a decoder is set up with: they hold from a key on.
struct video_configuration {
    std::string codec;       // "hvc1.1.6.L93.B0", as RFC 6381 has it
    screen::bytes record;    // HEVCDecoderConfigurationRecord, with lengths of four bytes
    screen::pixel_size size; // of the decoded picture

    friend bool operator==(const video_configuration&, const video_configuration&) = default;
};

using video_configuration_ptr = std::shared_ptr<const video_configuration>;

/// A picture of the stream. Units come in the order in which they are shown.
struct access_unit {
    bool key = false;         // needs no unit before it
    std::uint64_t number = 0; // in its stream: where none was lost, the next has the next
    std::chrono::system_clock::time_point captured_at;
    coordinate_space space; // of the screenshot that shows the same
    upright_turn turn = upright_turn::none;
    video_configuration_ptr configuration;     // of the key that it goes back to
    std::shared_ptr<const screen::bytes> data; // NAL units behind their lengths of four bytes
};

/// The part of the decoded picture, from its upper left corner on, that shows the screen; the rest
/// is an edge that the encoder has added. `panel` is the phone's, turned in any way; all of the
/// picture where that is not known.
screen::pixel_size shown_part(const video_configuration& of,
                              std::optional<screen::pixel_size> panel);

/// The binary frame for a unit; a key carries its configuration. `most` is the largest picture in
/// bytes that the other end takes.
std::expected<screen::bytes, malformed> encode(const access_unit& what,
                                               const std::string& udid,
                                               const std::string& stream_id,
                                               std::chrono::microseconds since_begin,
                                               std::size_t most);

/// The unit in a frame that was decoded. One that is no key has the configuration that is given,
/// which is that of the unit before it.
std::expected<access_unit, malformed> unit_of(const frame_header& header,
                                              std::span<const std::byte> picture,
                                              video_configuration_ptr before);

} // namespace thimble::link
