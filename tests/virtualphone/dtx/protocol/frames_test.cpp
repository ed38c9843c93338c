// DTX's frames, messages and arguments, byte for byte.
#include "tests/catch2.hpp"
#include "tests/virtualphone/dtx/hex.hpp"
#include "virtualphone/dtx/protocol/frames.hpp"
#include "virtualphone/dtx/protocol/little_endian.hpp"

namespace thimble::virtualphone::tests {
namespace {

using namespace dtx;

constexpr auto acknowledgement_of_7 =
    "795b3d1f 20000000 0000 0100 10000000 07000000 01000000 01000000 00000000"
    "00000000 00000000 00000000 00000000";
constexpr auto argument_of_1 = "f0010000 00000000 0c00000000000000 0a000000 03000000 01000000";

bytes joined(std::initializer_list<bytes> parts)
{
    bytes result;
    for (const bytes& each : parts)
        result.insert(result.end(), each.begin(), each.end());
    return result;
}

struct frame {
    std::uint16_t index = 0;
    std::uint16_t count = 1;
    std::uint32_t size = 0;
    std::uint32_t id = 1;
    std::uint32_t size_of_header = 32;
};

bytes header_of(const frame& of)
{
    bytes result = of_hex("795b3d1f");
    put_number(result, of.size_of_header);
    put_number(result, of.index);
    put_number(result, of.count);
    put_number(result, of.size);
    put_number(result, of.id);
    put_number(result, std::uint32_t{0});
    put_number(result, std::int32_t{-1});
    put_number(result, std::uint32_t{1});
    return result;
}

/// All messages in the bytes; the test fails where they are none.
std::vector<envelope> read_all(const bytes& from)
{
    frame_reader reader;
    reader.append(from);
    std::vector<envelope> result;
    for (;;) {
        auto next = reader.next();
        REQUIRE(next.has_value());
        if (!*next)
            return result;
        result.push_back(std::move(**next));
    }
}

/// The error of the first thing in the bytes that is none of a message.
bool refused(const bytes& from)
{
    frame_reader reader;
    reader.append(from);
    for (;;) {
        const auto next = reader.next();
        if (!next)
            return true;
        if (!*next)
            return false;
    }
}

} // namespace

TEST_CASE("an acknowledgement is what phones send", "[dtx]")
{
    const envelope what{.id = 7, .conversation = 1, .channel = 1, .content = encode_message({})};
    CHECK(encode_frames(what) == of_hex(acknowledgement_of_7));
    const auto read = read_all(of_hex(acknowledgement_of_7));
    REQUIRE(read.size() == 1);
    CHECK(read.front() == what);
    CHECK(decode_message(read.front().content).value_or(message{.kind = message_kind::data}) ==
          message());
}

TEST_CASE("a primitive argument is what phones send", "[dtx]")
{
    const std::vector<argument> one{std::int32_t{1}};
    CHECK(encode_auxiliary(one) == of_hex(argument_of_1));
    CHECK(decode_auxiliary(of_hex(argument_of_1)).value_or(std::vector<argument>()) == one);
}

TEST_CASE("arguments of every type survive", "[dtx]")
{
    const std::vector<argument> all{object("text"),   object(), std::int32_t{-2},
                                    std::int64_t{-3}, 0.5,      std::string("raw")};
    CHECK(decode_auxiliary(encode_auxiliary(all)).value_or(std::vector<argument>()) == all);
    CHECK(encode_auxiliary({}).empty());
    CHECK(integer_of(all[2]) == -2);
    CHECK(integer_of(all[3]) == -3);
    CHECK(integer_of(argument(object(9))) == 9);
    CHECK(integer_of(all[0]) == std::nullopt);
    CHECK(integer_of(argument(object(true))) == std::nullopt);
    CHECK(object_of(all[5]) == object("raw"));
}

TEST_CASE("arguments are read whatever capacity they announce, and without a header", "[dtx]")
{
    for (const auto* word : {"f0000000", "f0030000", "f0070000"}) {
        INFO(word);
        const auto read = decode_auxiliary(
            joined({of_hex(word), of_hex("00000000 0c00000000000000 0a000000 03000000 01000000")}));
        CHECK(read.value_or(std::vector<argument>()) == std::vector<argument>{std::int32_t{1}});
    }
    const auto flat = decode_auxiliary(
        of_hex("00000000 00000000 0000000000000000 03000000 04000000 06000000 0500000000000000"));
    REQUIRE(flat);
    CHECK(*flat == std::vector<argument>{std::int32_t{4}, std::int64_t{5}});
}

TEST_CASE("arguments that are none are refused", "[dtx]")
{
    for (const auto* content : {"f0010000", "f0010000 00000000 ff00000000000000 0a000000",
                                "f0010000 00000000 0800000000000000 0a000000 04000000",
                                "f0010000 00000000 0800000000000000 0a000000 03000000",
                                "f0010000 00000000 0c00000000000000 0a000000 02000000 ffffffff",
                                "f0010000 00000000 0d00000000000000 0a000000 02000000 01000000 00",
                                "f0010000 00000000 0400000000000000 f0010000"}) {
        INFO(content);
        CHECK_FALSE(decode_auxiliary(of_hex(content)));
    }
    CHECK(decode_auxiliary(
        encode_auxiliary(std::vector<argument>(most_arguments, argument(std::int32_t{0})))));
    CHECK_FALSE(decode_auxiliary(
        encode_auxiliary(std::vector<argument>(most_arguments + 1, argument(std::int32_t{0})))));
}

TEST_CASE("a call survives, whatever else is set in its first word", "[dtx]")
{
    const message call{.kind = message_kind::call,
                       .arguments = {std::int32_t{1}, object("com.example.channel")},
                       .payload = "_requestChannelWithCode:identifier:"};
    bytes content = encode_message(call);
    CHECK(decode_message(content).value_or(message()) == call);
    CHECK(content[1] == 0);
    content[1] = 0x10;
    CHECK(decode_message(content).value_or(message()) == call);
}

TEST_CASE("messages that are none are refused", "[dtx]")
{
    for (const auto* content :
         {"", "02000000 00000000 00000000", "09000000 00000000 00000000 00000000",
          "07070000 00000000 00000000 00000000", "02000000 04000000 00000000 00000000 00000000",
          "02000000 00000000 01000000 00000000", "03000000 00000000 01000000 00000000 00"}) {
        INFO(content);
        CHECK_FALSE(decode_message(of_hex(content)));
    }
}

TEST_CASE("a long message is sent in pieces and put together again", "[dtx]")
{
    envelope what{.id = 3, .conversation = 0, .channel = -2, .wants_reply = true};
    for (const std::size_t size :
         {std::size_t{0}, longest_piece, longest_piece + 1, 3 * longest_piece}) {
        what.content.assign(size, 0x41);
        const bytes frames = encode_frames(what);
        const std::size_t pieces = size <= longest_piece ? 1 : 1 + (size - 1) / longest_piece + 1;
        CHECK(frames.size() == size + pieces * frame_header_size);
        const auto read = read_all(frames);
        REQUIRE(read.size() == 1);
        CHECK(read.front() == what);
    }
}

TEST_CASE("pieces of several messages may be mixed, and come byte by byte", "[dtx]")
{
    const bytes mixed = joined(
        {header_of({.count = 3, .size = 4, .id = 1}), header_of({.count = 2, .size = 1, .id = 2}),
         header_of({.index = 1, .count = 3, .size = 3, .id = 1}), of_hex("010203"),
         header_of({.index = 1, .count = 2, .size = 1, .id = 2}), of_hex("09"),
         header_of({.index = 2, .count = 3, .size = 1, .id = 1}), of_hex("04")});
    frame_reader reader;
    CHECK(reader.wanted() == frame_header_size);
    std::vector<envelope> read;
    for (const std::uint8_t octet : mixed) {
        reader.append({&octet, 1});
        auto next = reader.next();
        REQUIRE(next.has_value());
        if (*next)
            read.push_back(std::move(**next));
    }
    REQUIRE(read.size() == 2);
    CHECK(read[0].id == 2);
    CHECK(read[0].content == of_hex("09"));
    CHECK(read[1].content == of_hex("01020304"));
    CHECK(read[1].channel == -1);
    CHECK(read[1].wants_reply);
}

TEST_CASE("a reader knows how much it waits for", "[dtx]")
{
    frame_reader reader;
    reader.append(header_of({.size = 5, .size_of_header = 36}));
    CHECK(reader.wanted() == 9);
    reader.append(bytes(8));
    CHECK(reader.next().value_or(envelope()) == std::nullopt);
    CHECK(reader.wanted() == 1);
    reader.append(bytes(1));
    CHECK(reader.next().value_or(std::nullopt).has_value());
    CHECK(reader.next().value_or(envelope()) == std::nullopt);
    CHECK(reader.wanted() == frame_header_size);
}

TEST_CASE("a longer header is skipped", "[dtx]")
{
    const auto read = read_all(
        joined({header_of({.size = 2, .size_of_header = 36}), of_hex("ffffffff"), of_hex("0102")}));
    REQUIRE(read.size() == 1);
    CHECK(read.front().content == of_hex("0102"));
}

TEST_CASE("frames that are none are refused", "[dtx]")
{
    CHECK(refused(bytes(32)));
    CHECK(refused(header_of({.size_of_header = 31})));
    CHECK(refused(header_of({.size_of_header = 4096})));
    CHECK(refused(header_of({.count = 0})));
    CHECK(refused(header_of({.index = 1, .count = 1})));
    CHECK(refused(header_of({.size = 0xFFFF'FFFF})));
    CHECK(refused(header_of({.index = 1, .count = 2}))); // of nothing
    const bytes first = header_of({.count = 3, .size = 2});
    CHECK_FALSE(refused(first));
    CHECK(refused(joined({first, first})));
    CHECK(refused(joined({first, header_of({.index = 2, .count = 3})})));
    CHECK(refused(joined({first, header_of({.index = 1, .count = 3, .size = 3}), bytes(3)})));
    CHECK(refused(joined({header_of({.count = 2, .size = 2}),
                          header_of({.index = 1, .count = 2, .size = 1}), bytes(1)})));
}

TEST_CASE("unfinished messages have an end", "[dtx]")
{
    bytes many;
    for (std::uint32_t id = 0; id < frame_reader::most_unfinished; ++id)
        many = joined({many, header_of({.count = 2, .size = 1, .id = id})});
    CHECK_FALSE(refused(many));
    CHECK(refused(joined({many, header_of({.count = 2, .size = 1, .id = 99})})));
    bytes large;
    for (std::uint32_t id = 0; id < 3; ++id)
        large = joined({large, header_of({.count = 2,
                                          .size = static_cast<std::uint32_t>(longest_message),
                                          .id = id})});
    CHECK(refused(large));
}

} // namespace thimble::virtualphone::tests
