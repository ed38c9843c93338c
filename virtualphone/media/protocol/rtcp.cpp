#include "virtualphone/media/protocol/rtcp.hpp"

namespace thimble::virtualphone::media {
namespace {

constexpr std::size_t control_header_size = 8; // with the sender
constexpr std::size_t word = 4;
constexpr unsigned control_version = 2;
constexpr std::uint8_t one_of_them = 0x81; // version 2, and one report or one source

std::unexpected<std::string> garbled(const char* what)
{
    return std::unexpected(std::string(what));
}

bool is_known(std::uint8_t type)
{
    return type >= static_cast<std::uint8_t>(control_type::sender_report) &&
           type <= static_cast<std::uint8_t>(control_type::payload_feedback);
}

/// Seconds since 1900, and their fractions.
std::uint64_t network_time(std::chrono::system_clock::time_point at)
{
    using std::chrono::nanoseconds;
    constexpr std::uint64_t seconds_to_1970 = 2'208'988'800;
    constexpr std::uint64_t nanoseconds_a_second = 1'000'000'000;
    const auto since = std::chrono::duration_cast<nanoseconds>(at.time_since_epoch()).count();
    const auto all = static_cast<std::uint64_t>(since);
    const std::uint64_t whole = all / nanoseconds_a_second + seconds_to_1970;
    return whole << 32U | (all % nanoseconds_a_second << 32U) / nanoseconds_a_second;
}

} // namespace

bool is_control(byte_view datagram)
{
    return datagram.size() >= 2 && is_known(datagram[1]);
}

std::expected<std::vector<control_packet>, std::string> parse_control(byte_view datagram)
{
    constexpr std::size_t most_packets = 32;
    std::vector<control_packet> result;
    while (!datagram.empty()) {
        if (result.size() >= most_packets)
            return garbled("there are too many packets");
        if (datagram.size() < control_header_size)
            return garbled("a packet breaks off");
        if (datagram[0] >> 6U != control_version)
            return garbled("the version is another");
        if (!is_known(datagram[1]))
            return garbled("the type is none of RTCP");
        const std::size_t size = (big_endian(datagram, 2, 2) + 1) * word;
        if (size < control_header_size || size > datagram.size())
            return garbled("a packet has another length than it says");
        const byte_view packet = datagram.first(size);
        result.push_back({.type = static_cast<control_type>(packet[1]),
                          .format = static_cast<std::uint8_t>(packet[0] & 0x1FU),
                          .sender = big_endian(packet, word, word),
                          .content = packet.subspan(control_header_size)});
        datagram = datagram.subspan(size);
    }
    return result;
}

bool asks_for_key(const control_packet& packet)
{
    constexpr std::uint8_t picture_lost = 1;
    constexpr std::uint8_t whole_picture = 4;
    return packet.type == control_type::payload_feedback && packet.content.size() >= word &&
           (packet.format == picture_lost || packet.format == whole_picture);
}

bytes sender_report(const sent_so_far& facts)
{
    constexpr std::uint32_t words_of_report = 12;
    constexpr std::uint32_t words_of_description = 2;
    constexpr std::size_t unused_of_block = 16;
    const std::uint64_t time = network_time(facts.at);
    bytes result{one_of_them, static_cast<std::uint8_t>(control_type::sender_report)};
    append_number(result, words_of_report, 2);
    append_number(result, facts.source, word);
    append_number(result, static_cast<std::uint32_t>(time >> 32U), word);
    append_number(result, static_cast<std::uint32_t>(time), word);
    append_number(result, facts.timestamp, word);
    append_number(result, facts.packets, word);
    append_number(result, facts.octets, word);
    append_number(result, facts.receiver, word); // what was received from it: nothing
    append_number(result, 1, word);
    result.insert(result.end(), unused_of_block, 0);
    result.insert(result.end(),
                  {one_of_them, static_cast<std::uint8_t>(control_type::description)});
    append_number(result, words_of_description, 2);
    append_number(result, facts.source, word);
    append_number(result, 0x0100'0000, word); // a canonical name without letters
    return result;
}

} // namespace thimble::virtualphone::media
