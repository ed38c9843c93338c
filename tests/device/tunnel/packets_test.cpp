// Packets, segments and datagrams as bytes.
#include "device/tunnel/packet_splitter.hpp"
#include "device/tunnel/tcp_segment.hpp"
#include "device/tunnel/udp_datagram.hpp"
#include "tests/catch2.hpp"

#include <algorithm>
#include <vector>

namespace thimble::tests {
namespace {

namespace tunnel = device::tunnel;

constexpr tunnel::ipv6_address here{0xfd, 1, 2, 3};
constexpr tunnel::ipv6_address there{0xfd, 4, 5, 6};

std::vector<std::byte> tcp_packet(const tunnel::tcp_segment& segment,
                                  const std::vector<std::byte>& payload)
{
    const auto headers = tunnel::ipv6_packet::header_bytes + tunnel::header_bytes_of(segment);
    std::vector<std::byte> packet(headers + payload.size());
    std::ranges::copy(payload, packet.begin() + static_cast<std::ptrdiff_t>(headers));
    tunnel::write_tcp_packet(packet, segment, here, there);
    return packet;
}

std::vector<std::byte> udp_packet(const std::vector<std::byte>& payload)
{
    std::vector<std::byte> packet(48 + payload.size());
    std::ranges::copy(payload, packet.begin() + 48);
    tunnel::write_udp_packet(packet, {.source_port = 5, .destination_port = 6, .payload = {}}, here,
                             there);
    return packet;
}

/// True if it can still be read when one byte of it is another one.
bool survives(std::vector<std::byte> packet, std::size_t at)
{
    packet[at] ^= std::byte{0x10};
    const auto parsed = tunnel::parse_ipv6(packet);
    return parsed && (tunnel::parse_tcp(*parsed) || tunnel::parse_udp(*parsed));
}

} // namespace

TEST_CASE("a segment is what it was after the way over the wire", "[tunnel]")
{
    const std::vector<std::byte> payload{std::byte{1}, std::byte{2}, std::byte{3}};
    const auto packet = tcp_packet({.source_port = 50'000,
                                    .destination_port = 58'783,
                                    .number = 0xfedc'ba98,
                                    .acknowledged = 0x0123'4567,
                                    .flags = {.syn = true, .psh = true, .ack = true},
                                    .window = 0xabcd,
                                    .most_bytes = 15'940,
                                    .window_shift = 7},
                                   payload);
    REQUIRE(packet.size() == 40 + 28 + 3);
    const auto parsed = tunnel::parse_ipv6(packet);
    REQUIRE(parsed);
    CHECK(parsed->source == here);
    CHECK(parsed->destination == there);
    CHECK(parsed->next_header == 6);
    const auto segment = tunnel::parse_tcp(*parsed);
    REQUIRE(segment);
    CHECK(segment->source_port == 50'000);
    CHECK(segment->destination_port == 58'783);
    CHECK(segment->number == 0xfedc'ba98);
    CHECK(segment->acknowledged == 0x0123'4567);
    CHECK(segment->flags.syn);
    CHECK(segment->flags.psh);
    CHECK_FALSE(segment->flags.fin);
    CHECK(segment->window == 0xabcd);
    CHECK(segment->most_bytes == 15'940);
    CHECK(segment->window_shift == 7);
    CHECK(std::ranges::equal(segment->payload, payload));
    CHECK(segment->length() == 4);
}

TEST_CASE("a segment or datagram with one wrong bit is none", "[tunnel]")
{
    const auto segment =
        tcp_packet({.source_port = 1, .flags = {.ack = true}}, std::vector<std::byte>(11));
    for (std::size_t at = 40; at < segment.size(); ++at)
        CHECK_FALSE(survives(segment, at));
    for (std::size_t at = 8; at < 40; ++at) // the addresses are summed up as well
        CHECK_FALSE(survives(segment, at));
    const auto datagram = udp_packet(std::vector<std::byte>(7));
    for (std::size_t at = 40; at < datagram.size(); ++at)
        CHECK_FALSE(survives(datagram, at));
}

TEST_CASE("a datagram without a checksum is none", "[tunnel]")
{
    auto packet = udp_packet({std::byte{9}});
    auto parsed = tunnel::parse_ipv6(packet);
    REQUIRE(parsed);
    const auto datagram = tunnel::parse_udp(*parsed);
    REQUIRE(datagram);
    CHECK(datagram->source_port == 5);
    CHECK(datagram->payload.size() == 1);
    packet[46] = packet[47] = std::byte{0};
    parsed = tunnel::parse_ipv6(packet);
    REQUIRE(parsed);
    CHECK_FALSE(tunnel::parse_udp(*parsed));
}

TEST_CASE("packets are found however the stream is cut", "[tunnel]")
{
    std::vector<std::byte> stream;
    for (std::size_t nth = 0; nth < 50; ++nth) {
        const auto packet =
            tcp_packet({.flags = {.ack = true}}, std::vector<std::byte>(nth * 17 % 900));
        stream.insert(stream.end(), packet.begin(), packet.end());
    }
    for (const std::size_t piece : {1U, 39U, 41U, 1'000U, 100'000U}) {
        tunnel::packet_splitter splitter(1'280);
        std::size_t packets = 0;
        for (std::span<const std::byte> left = stream; !left.empty();) {
            const auto room = splitter.room();
            const auto count = std::min({piece, left.size(), room.size()});
            std::ranges::copy(left.first(count), room.begin());
            left = left.subspan(count);
            splitter.arrived(count);
            while (const auto packet = splitter.next()) {
                CHECK(tunnel::parse_ipv6(*packet));
                ++packets;
            }
        }
        CHECK(packets == 50);
        CHECK_FALSE(splitter.lost());
    }
}

TEST_CASE("a packet that is longer than was granted loses the stream", "[tunnel]")
{
    tunnel::packet_splitter splitter(1'280);
    const auto packet = tcp_packet({.flags = {.ack = true}}, std::vector<std::byte>(1'221));
    std::ranges::copy(packet, splitter.room().begin());
    splitter.arrived(packet.size());
    CHECK_FALSE(splitter.next());
    CHECK(splitter.lost());
}

} // namespace thimble::tests
