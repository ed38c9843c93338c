// IPv6 and TCP as they are on the wire.
#include "tests/catch2.hpp"
#include "virtualphone/tunnel/packets/packet.hpp"

namespace thimble::virtualphone::tests {
namespace {

using namespace tunnel;

tcp_packet example(byte_view payload)
{
    tcp_packet result;
    result.source.octets = {0xFD, 1};
    result.source.octets[15] = 2;
    result.destination.octets = {0xFD, 1};
    result.destination.octets[15] = 1;
    result.segment = {.source_port = 50'001,
                      .destination_port = 58'783,
                      .sequence = 0xFFFF'FFF0,
                      .acknowledgment = 7,
                      .ack = true,
                      .window = 512,
                      .payload = payload};
    return result;
}

} // namespace

TEST_CASE("a packet reads as it was written", "[virtualphone]")
{
    const bytes payload{1, 2, 3};
    auto what = example(payload);
    what.segment.fin = true;
    const auto packet = build_packet(what);
    CHECK(packet.size() == 63);
    CHECK(packet_size(std::span(packet).first<ipv6_header_size>()) == 63);
    const auto read = parse_packet(packet);
    REQUIRE(read);
    CHECK(read->source == what.source);
    CHECK(read->destination == what.destination);
    CHECK(read->segment.sequence == 0xFFFF'FFF0);
    CHECK(read->segment.acknowledgment == 7);
    CHECK(read->segment.window == 512);
    CHECK(read->segment.fin);
    CHECK_FALSE(read->segment.syn);
    CHECK(read->segment.length() == 4);
    CHECK(std::ranges::equal(read->segment.payload, payload));
}

TEST_CASE("an opening packet has the exact bytes of the standard", "[virtualphone]")
{
    auto what = example({});
    what.segment.acknowledgment = 0;
    what.segment.ack = false;
    what.segment.syn = true;
    what.segment.largest_payload = 1'220;
    what.segment.window_shift = 5;
    const auto packet = build_packet(what);
    const bytes expected{
        0x60, 0x00, 0x00, 0x00, 0x00, 0x1C, 0x06, 0x40, // version, length 28, TCP, hop limit
        0xFD, 0x01, 0,    0,    0,    0,    0,    0,    0, 0, 0, 0, 0, 0, 0, 2, // source
        0xFD, 0x01, 0,    0,    0,    0,    0,    0,    0, 0, 0, 0, 0, 0, 0, 1, // destination
        0xC3, 0x51, 0xE5, 0x9F,                                                 // ports
        0xFF, 0xFF, 0xFF, 0xF0, 0x00, 0x00, 0x00, 0x00,                         // numbers
        0x70, 0x02, 0x02, 0x00, // seven words, SYN, window
        0x00, 0x00, 0x00, 0x00, // checksum: below
        0x02, 0x04, 0x04, 0xC4, 0x01, 0x03, 0x03, 0x05};
    REQUIRE(packet.size() == expected.size());
    auto without_checksum = packet;
    without_checksum[56] = without_checksum[57] = 0;
    CHECK(without_checksum == expected);
    // Added up by hand: the two addresses, 28, 6 and the words of the segment add up to 1FDE.
    CHECK((packet[56] << 8U | packet[57]) == 0xE021);
}

TEST_CASE("what is no sound TCP packet is passed over", "[virtualphone]")
{
    const bytes payload{1, 2, 3, 4};
    const auto good = build_packet(example(payload));
    REQUIRE(parse_packet(good));
    for (std::size_t at = 0; at < good.size(); ++at) {
        if (at >= 1 && at <= 3)
            continue; // traffic class and flow label are nobody's business
        if (at == 7)
            continue; // nor is the hop limit
        auto spoilt = good;
        spoilt[at] ^= 0x10;
        INFO(at);
        CHECK_FALSE(parse_packet(spoilt));
    }
    for (std::size_t size = 0; size < good.size(); ++size)
        CHECK_FALSE(parse_packet(std::span(good).first(size)));
}

} // namespace thimble::virtualphone::tests
