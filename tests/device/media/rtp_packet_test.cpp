// RTP's header, with all that may stand between it and the payload.
#include "device/media/rtp_packet.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"

namespace thimble::tests {
namespace {

namespace media = device::media;

} // namespace

TEST_CASE("a packet of a phone is read", "[media]")
{
    const auto datagram = bytes_of("90 e4 fffe 00000017 b6d5b756 9011 0001 01020304 2601 af");
    const auto packet = media::parse_rtp(datagram);
    REQUIRE(packet);
    CHECK(packet->payload_type == 100);
    CHECK(packet->marker);
    CHECK(packet->sequence == 0xfffe);
    CHECK(packet->time == 0x17);
    CHECK(packet->source == 0xb6d5b756);
    CHECK(hexadecimal(packet->payload) == "2601af");
}

TEST_CASE("contributing sources and padding are no payload", "[media]")
{
    const auto datagram = bytes_of("a2 64 0001 00000000 00000001 0000000a 0000000b 0102 000002");
    const auto packet = media::parse_rtp(datagram);
    REQUIRE(packet);
    CHECK_FALSE(packet->marker);
    CHECK(hexadecimal(packet->payload) == "010200");
}

TEST_CASE("what is no packet of RTP is none", "[media]")
{
    CHECK_FALSE(media::parse_rtp({}));
    CHECK_FALSE(media::parse_rtp(bytes_of("80 64 0001 00000000 000000"))); // too short
    CHECK_FALSE(media::parse_rtp(bytes_of("40 64 0001 00000000 00000001 01")));
    CHECK_FALSE(media::parse_rtp(bytes_of("8f 64 0001 00000000 00000001 01"))); // sources
    CHECK_FALSE(media::parse_rtp(bytes_of("90 64 0001 00000000 00000001 9011")));
    CHECK_FALSE(media::parse_rtp(bytes_of("90 64 0001 00000000 00000001 9011 0002 00000000")));
    CHECK_FALSE(media::parse_rtp(bytes_of("a0 64 0001 00000000 00000001 0104"))); // padding
    CHECK_FALSE(media::parse_rtp(bytes_of("a0 64 0001 00000000 00000001 0100")));
    CHECK_FALSE(media::parse_rtp(bytes_of("a0 64 0001 00000000 00000001")));
}

TEST_CASE("a report is told from a packet, though it comes to the same port", "[media]")
{
    const auto report = bytes_of("81c8 0006 b6d5b756 ee5fe7ad ce849000 000057fb 0000016c 00062109");
    CHECK(media::is_rtcp(report));
    CHECK_FALSE(media::parse_rtp(report));
    CHECK_FALSE(media::is_rtcp(bytes_of("90 e4 fffe 00000017 b6d5b756")));
    CHECK_FALSE(media::is_rtcp({}));
}

} // namespace thimble::tests
