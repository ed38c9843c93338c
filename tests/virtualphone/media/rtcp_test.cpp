// Reports beside a stream, byte for byte.
#include "tests/catch2.hpp"
#include "virtualphone/media/protocol/rtcp.hpp"

#include <algorithm>

namespace thimble::virtualphone::tests {
namespace {

using media::bytes;

/// A receiver's report about one source, as hosts send it every second.
bytes receiver_report()
{
    bytes result{0x81, 0xC9, 0x00, 0x07, 0x01, 0x02, 0x03, 0x04};
    result.resize(32);
    return result;
}

const bytes picture_loss{0x81, 0xCE, 0x00, 0x02, 0x01, 0x02, 0x03, 0x04, 0xA1, 0xB2, 0xC3, 0xD4};
const bytes whole_picture{0x84, 0xCE, 0x00, 0x04, 0x01, 0x02, 0x03, 0x04, 0x00, 0x00,
                          0x00, 0x00, 0xA1, 0xB2, 0xC3, 0xD4, 0x01, 0x00, 0x00, 0x00};
const bytes lost_packets{0x81, 0xCD, 0x00, 0x03, 0x01, 0x02, 0x03, 0x04,
                         0xA1, 0xB2, 0xC3, 0xD4, 0x00, 0x05, 0x00, 0x00};

} // namespace

TEST_CASE("what a receiver sends is read", "[media]")
{
    bytes together = receiver_report();
    media::append(together, picture_loss);
    const auto read = media::parse_control(together);
    REQUIRE(read);
    REQUIRE(read->size() == 2);
    CHECK((*read)[0].type == media::control_type::receiver_report);
    CHECK((*read)[0].format == 1);
    CHECK((*read)[0].sender == 0x0102'0304);
    CHECK((*read)[0].content.size() == 24);
    CHECK_FALSE(media::asks_for_key((*read)[0]));
    CHECK(media::asks_for_key((*read)[1]));
}

TEST_CASE("two kinds of feedback ask for a key picture", "[media]")
{
    CHECK(media::asks_for_key(media::parse_control(picture_loss).value().at(0)));
    CHECK(media::asks_for_key(media::parse_control(whole_picture).value().at(0)));
    CHECK_FALSE(media::asks_for_key(media::parse_control(lost_packets).value().at(0)));
}

TEST_CASE("malformed reports are refused", "[media]")
{
    const auto with = [](std::size_t at, std::uint8_t value) {
        bytes spoilt = picture_loss;
        spoilt[at] = value;
        return media::parse_control(spoilt);
    };
    CHECK_FALSE(with(0, 0x41)); // another version
    CHECK_FALSE(with(1, 0x64)); // media
    CHECK_FALSE(with(3, 0x09)); // longer than the datagram
    CHECK_FALSE(with(3, 0x00)); // shorter than its own header
    bytes broken = picture_loss;
    broken.pop_back();
    CHECK_FALSE(media::parse_control(broken));
    bytes many;
    for (int each = 0; each < 33; ++each)
        media::append(many, picture_loss);
    CHECK_FALSE(media::parse_control(many));
    CHECK(media::parse_control({}).value().empty());
    CHECK(media::is_control(picture_loss));
    CHECK_FALSE(media::is_control(bytes{0x90, 0xE4}));
}

TEST_CASE("the sender's report has 64 bytes", "[media]")
{
    const auto at = std::chrono::system_clock::time_point(std::chrono::milliseconds(1'500));
    const bytes sent = media::sender_report({.source = 0xA1B2'C3D4,
                                             .receiver = 0x0102'0304,
                                             .timestamp = 24'000,
                                             .packets = 7,
                                             .octets = 8'000,
                                             .at = at});
    REQUIRE(sent.size() == 64);
    const bytes begin{0x81, 0xC8, 0x00, 0x0C, 0xA1, 0xB2, 0xC3, 0xD4, 0x83, 0xAA, 0x7E,
                      0x81, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x5D, 0xC0, 0x00, 0x00,
                      0x00, 0x07, 0x00, 0x00, 0x1F, 0x40, 0x01, 0x02, 0x03, 0x04};
    CHECK(std::equal(begin.begin(), begin.end(), sent.begin()));
    const bytes end{0x81, 0xCA, 0x00, 0x02, 0xA1, 0xB2, 0xC3, 0xD4, 0x01, 0x00, 0x00, 0x00};
    CHECK(std::equal(end.rbegin(), end.rend(), sent.rbegin()));
    CHECK(media::parse_control(sent).value().size() == 2);
}

} // namespace thimble::virtualphone::tests
