// Units out of payloads: alone, together, in pieces.
#include "device/media/hevc_depacketizer.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"

namespace thimble::tests {
namespace {

namespace media = device::media;

struct unpacking {
    bool take(std::string_view payload) { return from.take(bytes_of(payload)); }

    std::string got;
    media::hevc_depacketizer from{
        [this](media::byte_view unit) { got += hexadecimal(unit) + " "; }};
};

} // namespace

TEST_CASE("a unit alone is its payload", "[media]")
{
    unpacking run;
    CHECK(run.take("2601 af09"));
    CHECK(run.got == "2601af09 ");
}

TEST_CASE("units in one packet are told apart by their lengths", "[media]")
{
    unpacking run;
    CHECK(run.take("6001 0003 400101 0004 42010203"));
    CHECK(run.got == "400101 42010203 ");
}

TEST_CASE("a unit in pieces gets its own header back", "[media]")
{
    unpacking run;
    CHECK(run.take("6201 93 aaaa"));
    CHECK(run.take("6201 13 bb"));
    CHECK(run.got.empty());
    CHECK(run.take("6201 53 cccc"));
    CHECK(run.got == "2601aaaabbcccc ");
    CHECK(run.take("6201 d3 dd")); // all of it in the first piece
    CHECK(run.got == "2601aaaabbcccc 2601dd ");
}

TEST_CASE("pieces without their begin make no unit", "[media]")
{
    unpacking run;
    CHECK_FALSE(run.take("6201 13 bb"));
    CHECK_FALSE(run.take("6201 53 cc"));
    CHECK(run.take("6201 93 aa"));
    run.from.forget(); // a packet was lost
    CHECK_FALSE(run.take("6201 53 cc"));
    CHECK(run.got.empty());
}

TEST_CASE("a unit that begins within another ends that one", "[media]")
{
    unpacking run;
    CHECK(run.take("6201 93 aa"));
    CHECK_FALSE(run.take("6201 81 bb"));
    CHECK(run.take("6201 41 cc"));
    CHECK(run.got == "0201bbcc ");
    CHECK(run.take("6201 93 aa"));
    CHECK_FALSE(run.take("0201 dd"));
    CHECK(run.got == "0201bbcc 0201dd ");
}

TEST_CASE("malformed payloads are refused", "[media]")
{
    unpacking run;
    CHECK_FALSE(run.take(""));
    CHECK_FALSE(run.take("26"));
    CHECK_FALSE(run.take("6201 93"));             // a piece without content
    CHECK_FALSE(run.take("6401 00"));             // type 50
    CHECK_FALSE(run.take("6201 b1 aa"));          // pieces of pieces
    CHECK_FALSE(run.take("6001 0009 400101"));    // longer than what is there
    CHECK_FALSE(run.take("6001 0001 40"));        // too short for a unit
    CHECK_FALSE(run.take("6001 0003 600101"));    // several in one of several
    CHECK_FALSE(run.take("6001 0003 400101 00")); // half a length
    CHECK(run.got == "400101 ");
}

TEST_CASE("a unit without end has a limit", "[media]")
{
    unpacking run;
    media::bytes piece(65'000);
    piece[0] = std::byte{0x62};
    piece[2] = std::byte{0x93};
    CHECK(run.from.take(piece));
    piece[2] = std::byte{0x13};
    std::size_t taken = 1;
    while (run.from.take(piece) && taken < 1'000)
        ++taken;
    CHECK(taken * 65'000 >= media::hevc_depacketizer::longest_unit - 65'000);
    CHECK(taken < 40);
    CHECK(run.got.empty());
}

} // namespace thimble::tests
