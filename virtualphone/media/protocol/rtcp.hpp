// Reports beside a stream (RTCP): the receiver's, which are read, and the sender's.
#pragma once

#include "virtualphone/media/protocol/bytes.hpp"

#include <chrono>
#include <expected>
#include <string>

namespace thimble::virtualphone::media {

enum class control_type : std::uint8_t {
    sender_report = 200,
    receiver_report = 201,
    description = 202,
    goodbye = 203,
    application = 204,
    transport_feedback = 205,
    payload_feedback = 206,
};

/// One of the packets that a datagram holds.
struct control_packet {
    control_type type = control_type::receiver_report;
    std::uint8_t format = 0; // or the number of reports in it
    std::uint32_t sender = 0;
    byte_view content{}; // behind the sender, of the datagram that was parsed
};

/// True if a datagram at a stream's port is one of these rather than media.
bool is_control(byte_view datagram);

/// At most 32 in one datagram. The error says what is wrong with it.
std::expected<std::vector<control_packet>, std::string> parse_control(byte_view datagram);

/// It asks for a key picture: a lost picture (PLI), or the whole picture anew (FIR).
bool asks_for_key(const control_packet& packet);

struct sent_so_far {
    std::uint32_t source = 0;
    std::uint32_t receiver = 0;
    std::uint32_t timestamp = 0; // of the media's clock, at `at`
    std::uint32_t packets = 0;
    std::uint32_t octets = 0;
    std::chrono::system_clock::time_point at;
};

/// The sender's report with an empty description: 64 bytes.
bytes sender_report(const sent_so_far& facts);

} // namespace thimble::virtualphone::media
