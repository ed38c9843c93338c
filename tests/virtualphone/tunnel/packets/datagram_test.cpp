// UDP as it is on the wire.
#include "tests/catch2.hpp"
#include "virtualphone/tunnel/packets/datagram.hpp"
#include "virtualphone/tunnel/packets/packet.hpp"

namespace thimble::virtualphone::tests {
namespace {

using namespace tunnel;

udp_packet example_datagram(byte_view content)
{
    udp_packet result{.source = {},
                      .destination = {},
                      .source_port = 51'000,
                      .destination_port = 56'006,
                      .content = content};
    result.source.octets = {0xFD, 1};
    result.source.octets[15] = 1;
    result.destination.octets = {0xFD, 1};
    result.destination.octets[15] = 2;
    return result;
}

const bytes report{0x80, 0xC9, 0x00, 0x01, 0xDE, 0xAD, 0xBE, 0xEF, 0x01};

} // namespace

TEST_CASE("a datagram has the exact bytes of the standard", "[virtualphone]")
{
    const auto packet = build_datagram(example_datagram(report));
    bytes expected{0x60, 0, 0, 0, 0, 17, 17, 64};
    for (const std::uint8_t last : bytes{1, 2}) {
        expected.insert(expected.end(), {0xFD, 1});
        expected.insert(expected.end(), 13, 0);
        expected.push_back(last);
    }
    expected.insert(expected.end(), {0xC7, 0x38, 0xDA, 0xC6, 0x00, 0x11, 0x44, 0x5E});
    expected.insert(expected.end(), report.begin(), report.end());
    CHECK(packet == expected);
}

TEST_CASE("a datagram reads as it was written", "[virtualphone]")
{
    const auto what = example_datagram(report);
    const auto packet = build_datagram(what);
    const auto read = parse_datagram(packet);
    REQUIRE(read);
    CHECK(read->source == what.source);
    CHECK(read->destination == what.destination);
    CHECK(read->source_port == 51'000);
    CHECK(read->destination_port == 56'006);
    CHECK(std::ranges::equal(read->content, report));
    CHECK_FALSE(parse_packet(packet)); // it is no TCP
}

TEST_CASE("a phone is silent on a datagram that is wrong", "[virtualphone]")
{
    const auto right = build_datagram(example_datagram(report));
    for (std::size_t at = 0; at < right.size(); ++at) {
        if (at >= 1 && at <= 3)
            continue; // traffic class and flow, which count for nothing
        if (at == 7)
            continue; // the hop limit likewise
        auto wrong = right;
        wrong[at] ^= 0x10U;
        INFO(at);
        CHECK_FALSE(parse_datagram(wrong));
    }
    auto without_sum = right;
    put_two_bytes(without_sum, ipv6_header_size + 6, 0);
    CHECK_FALSE(parse_datagram(without_sum));
    CHECK_FALSE(parse_datagram(byte_view(right).first(ipv6_header_size + 7)));
    CHECK_FALSE(parse_datagram({}));
}

TEST_CASE("a datagram whose length is another than the packet's is none", "[virtualphone]")
{
    auto packet = build_datagram(example_datagram(report));
    put_two_bytes(packet, ipv6_header_size + 4, 12);
    put_two_bytes(packet, ipv6_header_size + 6, 0);
    put_two_bytes(packet, ipv6_header_size + 6, checksum_of(packet));
    CHECK_FALSE(parse_datagram(packet));
}

} // namespace thimble::virtualphone::tests
