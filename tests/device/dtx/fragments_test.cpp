// Messages of DTX and the fragments that they come in.
#include "device/dtx/fragments.hpp"
#include "device/dtx/payload.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"

#include <algorithm>

namespace thimble::tests {
namespace {

namespace dtx = device::dtx;
using dtx::malformed;

// "Nothing", in answer to message 7 on channel 1.
constexpr std::string_view acknowledgement =
    "795b3d1f 20000000 0000 0100 10000000 07000000 01000000 01000000 00000000"
    "00000000 00000000 00000000 00000000";

/// A fragment of message `identifier` on channel 1.
std::string part(std::string_view numbers,
                 std::string_view size,
                 std::string_view identifier,
                 std::string_view body = "")
{
    return "795b3d1f 20000000" + std::string(numbers) + std::string(size) +
           std::string(identifier) + "00000000 01000000 00000000" + std::string(body);
}

dtx::bytes body_of(std::size_t size)
{
    dtx::bytes result(size);
    for (std::size_t at = 0; at < size; ++at)
        result[at] = static_cast<std::byte>(at * 7);
    return result;
}

std::vector<dtx::assembled_message> read_in_pieces(dtx::byte_view all, std::size_t piece)
{
    dtx::message_assembler assembler;
    std::vector<dtx::assembled_message> result;
    while (!all.empty()) {
        const auto now = all.first(std::min(piece, all.size()));
        all = all.subspan(now.size());
        auto read = assembler.take(now);
        REQUIRE(read);
        std::ranges::move(*read, std::back_inserter(result));
    }
    return result;
}

malformed assembler_fault(std::string_view hexadecimal, dtx::assembler_limits limits = {})
{
    dtx::message_assembler assembler(limits);
    const auto read = assembler.take(bytes_of(hexadecimal));
    REQUIRE_FALSE(read);
    CHECK_FALSE(dtx::to_string(read.error()).empty());
    const auto again = assembler.take(bytes_of(acknowledgement));
    REQUIRE_FALSE(again);
    CHECK(again.error() == read.error());
    return read.error();
}

malformed body_fault(std::string_view hexadecimal)
{
    const auto read = dtx::decode_body(bytes_of(hexadecimal));
    REQUIRE_FALSE(read);
    return read.error();
}

} // namespace

TEST_CASE("an acknowledgement has its bytes", "[dtx]")
{
    const dtx::message_header header{.identifier = 7, .conversation = 1, .channel = 1};
    dtx::bytes written;
    dtx::put_message(written, header, dtx::encode(dtx::message_body{}));
    CHECK(hexadecimal(written) == hexadecimal(bytes_of(acknowledgement)));

    const auto read = read_in_pieces(written, written.size());
    REQUIRE(read.size() == 1);
    CHECK(read.front().header == header);
    CHECK(dtx::decode_body(read.front().body) == dtx::message_body{});
}

TEST_CASE("a channel below zero and a wanted reply have their places", "[dtx]")
{
    const dtx::message_header header{.identifier = 2, .channel = -1, .wants_reply = true};
    dtx::bytes written;
    dtx::put_message(written, header, {});
    CHECK(hexadecimal(written) ==
          hexadecimal(bytes_of("795b3d1f 20000000 0000 0100 00000000 02000000 00000000"
                               "ffffffff 01000000")));
    const auto read = read_in_pieces(written, 1);
    REQUIRE(read.size() == 1);
    CHECK(read.front().header == header);
    CHECK(read.front().body.empty());
}

TEST_CASE("a large message goes as a size and the fragments of its body", "[dtx]")
{
    dtx::bytes written;
    dtx::put_message(written, {.identifier = 3, .channel = 1}, bytes_of("0102030405"), 2);
    const auto expected = part("0000 0400", "05000000", "03000000") +
                          part("0100 0400", "02000000", "03000000", "0102") +
                          part("0200 0400", "02000000", "03000000", "0304") +
                          part("0300 0400", "01000000", "03000000", "05");
    CHECK(hexadecimal(written) == hexadecimal(bytes_of(expected)));
}

TEST_CASE("messages are found however the stream is cut into pieces", "[dtx]")
{
    const dtx::message_header header{.identifier = 9, .conversation = 1, .channel = 4};
    dtx::bytes written;
    dtx::put_message(written, header, body_of(300), 100);
    dtx::put_message(written, header, body_of(10));
    dtx::put_message(written, header, body_of(300), 99);
    const auto whole = read_in_pieces(written, written.size());
    REQUIRE(whole.size() == 3);
    CHECK(whole[0] == dtx::assembled_message{.header = header, .body = body_of(300)});
    CHECK(whole[1] == dtx::assembled_message{.header = header, .body = body_of(10)});
    CHECK(whole[2] == whole[0]);
    for (std::size_t piece = 1; piece < 80; ++piece)
        CHECK(read_in_pieces(written, piece) == whole);
    dtx::bytes large;
    dtx::put_message(large, header, body_of(300'000));
    CHECK(large.size() == 300'000 + 4UL * 32);
    const auto read = read_in_pieces(large, 1000);
    REQUIRE(read.size() == 1);
    CHECK(read.front().body == body_of(300'000));
}

TEST_CASE("fragments of several messages may be mixed", "[dtx]")
{
    // The same number means another message on another channel, and in a reply.
    const std::string other_channel = "795b3d1f 20000000 0000 0300 02000000 03000000 00000000"
                                      "02000000 01000000"
                                      "795b3d1f 20000000 0100 0300 01000000 03000000 00000000"
                                      "02000000 00000000 bb";
    const std::string reply = "795b3d1f 20000000 0000 0100 01000000 03000000 01000000"
                              "01000000 00000000 dd";
    const auto mixed = part("0000 0300", "02000000", "03000000") + other_channel +
                       part("0100 0300", "01000000", "03000000", "a1") + reply +
                       "795b3d1f 20000000 0200 0300 01000000 03000000 00000000"
                       "02000000 00000000 cc" +
                       part("0200 0300", "01000000", "03000000", "a2");
    const auto read = read_in_pieces(bytes_of(mixed), 11);
    REQUIRE(read.size() == 3);
    CHECK(read[0].header.conversation == 1);
    CHECK(read[0].body == bytes_of("dd"));
    CHECK(read[1].header.channel == 2);
    CHECK(read[1].header.wants_reply);
    CHECK(read[1].body == bytes_of("bbcc"));
    CHECK(read[2].header.channel == 1);
    CHECK_FALSE(read[2].header.wants_reply);
    CHECK(read[2].body == bytes_of("a1a2"));
}

TEST_CASE("what a longer header says besides is skipped", "[dtx]")
{
    const auto read = read_in_pieces(
        bytes_of("795b3d1f 24000000 0000 0100 02000000 01000000 00000000 00000000 00000000"
                 "eeeeeeee aabb" +
                 std::string(acknowledgement)),
        5);
    REQUIRE(read.size() == 2);
    CHECK(read.front().body == bytes_of("aabb"));
}

TEST_CASE("a stream is given up that holds no fragments", "[dtx]")
{
    CHECK(assembler_fault("795b3d1e") == malformed::not_a_message);
    CHECK(assembler_fault("795b3d1f 1f000000 0000 0100 00000000 00000000 00000000 00000000"
                          "00000000") == malformed::bad_fragment);
    CHECK(assembler_fault("795b3d1f 00ffffff 0000 0100 00000000 00000000 00000000 00000000"
                          "00000000") == malformed::bad_fragment);
    CHECK(assembler_fault(part("0000 0000", "00000000", "01000000")) == malformed::bad_fragment);
    CHECK(assembler_fault(part("0200 0200", "00000000", "01000000")) == malformed::bad_fragment);
}

TEST_CASE("fragments out of their order are refused", "[dtx]")
{
    const auto first = part("0000 0300", "04000000", "01000000");
    const auto second = part("0100 0300", "02000000", "01000000", "0102");
    const auto third = part("0200 0300", "02000000", "01000000", "0304");
    CHECK(read_in_pieces(bytes_of(first + second + third), 8).size() == 1);
    CHECK(assembler_fault(second) == malformed::bad_fragment);
    CHECK(assembler_fault(first + first) == malformed::bad_fragment);
    CHECK(assembler_fault(first + third) == malformed::bad_fragment);
    CHECK(assembler_fault(first + second + second) == malformed::bad_fragment);
    CHECK(assembler_fault(first + part("0100 0400", "02000000", "01000000", "0102")) ==
          malformed::bad_fragment);
    CHECK(assembler_fault(first + part("0100 0300", "05000000", "01000000", "0102030405")) ==
          malformed::bad_length);
    CHECK(assembler_fault(first + second + part("0200 0300", "01000000", "01000000", "03")) ==
          malformed::bad_length);
}

TEST_CASE("too large messages and too many begun ones are refused", "[dtx]")
{
    const dtx::assembler_limits small{.message = 4, .buffered = 5, .begun = 2};
    CHECK(assembler_fault(part("0000 0100", "05000000", "01000000"), small) ==
          malformed::too_large);
    CHECK(assembler_fault(part("0000 0200", "ffffffff", "01000000"), small) ==
          malformed::too_large);
    const auto begun = part("0000 0300", "04000000", "01000000") +
                       part("0000 0300", "04000000", "02000000") +
                       part("0100 0300", "03000000", "01000000", "010203");
    CHECK(assembler_fault(begun + part("0100 0300", "03000000", "02000000", "010203"), small) ==
          malformed::too_much);
    CHECK(assembler_fault(begun + part("0000 0300", "04000000", "03000000"), small) ==
          malformed::too_much);
}

TEST_CASE("a body has its kind, its arguments and its payload", "[dtx]")
{
    const dtx::message_body what{.kind = dtx::payload_kind::call,
                                 .auxiliary = bytes_of("a1a2a3"),
                                 .payload = bytes_of("b1b2")};
    CHECK(hexadecimal(dtx::encode(what)) ==
          hexadecimal(bytes_of("02000000 03000000 05000000 00000000 a1a2a3 b1b2")));
    CHECK(dtx::decode_body(dtx::encode(what)) == what);
    // Upper bits of the kind's word are a hint, and what is behind the body nothing.
    CHECK(dtx::decode_body(bytes_of("02100000 03000000 05000000 00000000 a1a2a3 b1b2 ff")) == what);
}

TEST_CASE("a body is refused that is compressed or contradicts itself", "[dtx]")
{
    CHECK(body_fault("07070000 00000000 00000000 00000000") == malformed::compressed);
    CHECK(body_fault("02000000 00000000 00000000 000000") == malformed::truncated);
    CHECK(body_fault("02000000 00000000 02000000 00000000 01") == malformed::truncated);
    CHECK(body_fault("02000000 ffffffff 01000000 00000000 01") == malformed::bad_length);
    CHECK(body_fault("") == malformed::truncated);
}

} // namespace thimble::tests
