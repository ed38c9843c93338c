// Packets of RTP, byte for byte.
#include "tests/catch2.hpp"
#include "tests/virtualphone/media/units.hpp"
#include "virtualphone/media/protocol/rtp.hpp"

#include <algorithm>

namespace thimble::virtualphone::tests {
namespace {

using media::byte_view;
using media::bytes;

constexpr std::size_t largest = 200;
constexpr std::size_t headers = 20;

std::vector<bytes> packets_of(media::rtp_packetizer& from, const std::vector<bytes>& units)
{
    const std::vector<byte_view> views(units.begin(), units.end());
    return from.packets_of(views, 0x0000'0190);
}

unsigned payload_type(const bytes& packet)
{
    return packet[headers] >> 1U & 0x3FU;
}

} // namespace

TEST_CASE("a small slice is a packet, with a footer behind it", "[media]")
{
    media::rtp_packetizer packets(0xA1B2'C3D4, 0x1234, largest);
    const auto sent = packets_of(packets, {next_slice(4)});
    REQUIRE(sent.size() == 1);
    CHECK(sent[0] == bytes{0x90, 0xE4, 0x12, 0x34, 0x00, 0x00, 0x01, 0x90, 0xA1, 0xB2, 0xC3,
                           0xD4, 0x90, 0x11, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, // the extension
                           0x02, 0x01, 0xA0, 0x5A,                               // the slice
                           0x04, 0xF0, 0x0A, 0xC0, 0x00, 0x00, 0x03,             // the footer
                           0x00, 0x00, 0x04, 0xEC, 0x0A, 0xB0, 0x03});
    CHECK(packets.packets() == 1);
    CHECK(packets.octets() == 18);
}

TEST_CASE("parameter sets share a packet before the key picture", "[media]")
{
    media::rtp_packetizer packets(1, 0xFFFF, largest);
    const auto sent = packets_of(
        packets, {video_parameters, sequence_parameters, picture_parameters, key_slice(100)});
    REQUIRE(sent.size() == 2);
    CHECK(payload_type(sent[0]) == 48);
    bytes shared{0x60, 0x01};
    for (const bytes& each : {video_parameters, sequence_parameters, picture_parameters}) {
        shared.push_back(0);
        shared.push_back(static_cast<std::uint8_t>(each.size()));
        media::append(shared, each);
    }
    CHECK(bytes(sent[0].begin() + headers, sent[0].end()) == shared);
    CHECK((sent[0][1] & 0x80U) == 0); // the marker comes with the last packet
    CHECK((sent[1][1] & 0x80U) != 0);
    CHECK(sent[0][2] == 0xFF);
    CHECK(sent[1][2] == 0x00); // numbers begin anew after 65535
    CHECK(sent[1][3] == 0x00);
}

TEST_CASE("a large slice is cut into fragments that make it whole again", "[media]")
{
    media::rtp_packetizer packets(1, 0, largest);
    const bytes unit = key_slice(500);
    const auto sent = packets_of(packets, {unit});
    REQUIRE(sent.size() == 3);
    bytes whole{unit[0], unit[1]};
    for (std::size_t at = 0; at < sent.size(); ++at) {
        CHECK(sent[at].size() <= largest);
        CHECK(payload_type(sent[at]) == 49);
        const unsigned fragment = sent[at][headers + 2];
        CHECK((fragment & 0x3FU) == 20);
        CHECK((fragment >> 7U) == (at == 0 ? 1U : 0U));
        CHECK((fragment >> 6U & 1U) == (at + 1 == sent.size() ? 1U : 0U));
        whole.insert(whole.end(), sent[at].begin() + headers + 3, sent[at].end());
    }
    CHECK(whole.size() == unit.size() + 14);
    CHECK(std::equal(unit.begin(), unit.end(), whole.begin()));
}

TEST_CASE("what is neither a slice nor a parameter set is not sent", "[media]")
{
    media::rtp_packetizer packets(1, 0, largest);
    CHECK(packets_of(packets, {picture_hash}).empty());
    CHECK(packets_of(packets, {}).empty());
    CHECK(packets_of(packets, {next_slice(), picture_hash}).size() == 1);
}

} // namespace thimble::virtualphone::tests
