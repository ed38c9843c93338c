// Bits of a parameter set, one after another.
#include "hevc/bit_reader.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"

namespace thimble::hevc {

using tests::bytes_of;

TEST_CASE("bits are read as they lie, and numbers in their code", "[hevc]")
{
    const auto content = bytes_of("a6 42 98 e2 04 8a 17");
    bit_reader from(content); // 1 010 011 00100 00101 00110 00111 0001000 0001001 …
    for (std::uint32_t expected = 0; expected < 9; ++expected)
        CHECK(from.exp_golomb() == expected);
    CHECK_FALSE(from.exhausted());
    from.skip(100);
    CHECK(from.exhausted());
    CHECK(from.bits(8) == 0);
}

TEST_CASE("a number without an end is none", "[hevc]")
{
    const std::vector<std::byte> nothing(9);
    bit_reader zeros(nothing);
    CHECK(zeros.exp_golomb() == 0);
    CHECK(zeros.exhausted());
}

TEST_CASE("what keeps start codes out is taken out again", "[hevc]")
{
    const auto content = bytes_of("000003 01 000003 0003 04");
    bit_reader from(content);
    CHECK(from.bits(24) == 1);
    CHECK(from.bits(32) == 3);
    CHECK(from.bits(8) == 4);
    CHECK_FALSE(from.exhausted());
    CHECK(from.bits(1) == 0);
    CHECK(from.exhausted());
}

} // namespace thimble::hevc
