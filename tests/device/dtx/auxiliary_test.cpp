// Arguments of calls and their bytes.
#include "device/dtx/auxiliary.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"

namespace thimble::tests {
namespace {

namespace dtx = device::dtx;
using dtx::malformed;

std::string encoded(const dtx::arguments& what)
{
    return hexadecimal(dtx::encode(what));
}

dtx::arguments decoded(std::string_view hexadecimal)
{
    const auto read = dtx::decode_arguments(bytes_of(hexadecimal));
    REQUIRE(read);
    return *read;
}

malformed argument_fault(std::string_view hexadecimal)
{
    const auto read = dtx::decode_arguments(bytes_of(hexadecimal));
    REQUIRE_FALSE(read);
    return read.error();
}

} // namespace

TEST_CASE("a number as the only argument has its bytes", "[dtx]")
{
    constexpr std::string_view one =
        "f0010000 00000000 0c00000000000000 0a000000 03000000 01000000";
    CHECK(encoded({std::int32_t{1}}) == hexadecimal(bytes_of(one)));
    CHECK(decoded(one) == dtx::arguments{std::int32_t{1}});
}

TEST_CASE("each kind of argument has its bytes", "[dtx]")
{
    constexpr std::string_view all = "f0010000 00000000 5500000000000000"
                                     "0a000000 01000000 02000000 6869"
                                     "0a000000 02000000 03000000 010203"
                                     "0a000000 03000000 feffffff"
                                     "0a000000 06000000 0500000000000000"
                                     "0a000000 09000000 000000000000f83f"
                                     "0a000000 02000000 00000000";
    const dtx::arguments what{
        std::string("hi"), bytes_of("010203"), std::int32_t{-2}, std::int64_t{5}, 1.5,
        dtx::no_argument{}};
    // 14 + 15 + 12 + 16 + 16 + 12 bytes.
    CHECK(encoded(what) == hexadecimal(bytes_of(all)));
    CHECK(dtx::decode_arguments(dtx::encode(what)) == what);
}

TEST_CASE("no arguments are no bytes", "[dtx]")
{
    CHECK(encoded({}).empty());
    CHECK(decoded("").empty());
    CHECK(decoded("f0010000 00000000 0000000000000000").empty());
}

TEST_CASE("a dictionary is read whatever capacity and keys it has", "[dtx]")
{
    // Another capacity, hints in a kind's upper bits, a text as the key, bytes behind.
    CHECK(decoded("f01f0000 00000000 1100000000000000 01000000 01000000 6b 03f00000 07000000"
                  "ffffffff") == dtx::arguments{std::int32_t{7}});
    CHECK(decoded("f0010000 00000000 1800000000000000 0a000000 f0010000 00000000 0400000000000000"
                  "0a000000") == dtx::arguments{dtx::no_argument{}});
}

TEST_CASE("the flat list of older phones is read", "[dtx]")
{
    CHECK(decoded("00000000 00000000 0000000000000000 0a000000 03000000 01000000"
                  "02000000 01000000 ff") == dtx::arguments{std::int32_t{1}, bytes_of("ff")});
}

TEST_CASE("arguments are refused that end too early or are of no known kind", "[dtx]")
{
    CHECK(argument_fault("f0010000 00000000") == malformed::truncated);
    CHECK(argument_fault("f0010000 00000000 0d00000000000000 0a000000 03000000 01000000") ==
          malformed::truncated);
    CHECK(argument_fault("f0010000 00000000 0a00000000000000 0a000000 03000000 0100") ==
          malformed::truncated);
    CHECK(argument_fault("f0010000 00000000 ffffffffffffffff 0a000000") == malformed::truncated);
    CHECK(argument_fault("f0010000 00000000 0c00000000000000 0a000000 02000000 ffffffff") ==
          malformed::truncated);
    CHECK(argument_fault("f0010000 00000000 0c00000000000000 0a000000 05000000 00000000") ==
          malformed::unknown_kind);
    CHECK(argument_fault("00000000 00000000") == malformed::truncated);
}

TEST_CASE("more arguments are refused than any call has", "[dtx]")
{
    dtx::arguments many(dtx::most_arguments, std::int32_t{1});
    CHECK(dtx::decode_arguments(dtx::encode(many)) == many);
    many.emplace_back(std::int32_t{1});
    const auto read = dtx::decode_arguments(dtx::encode(many));
    REQUIRE_FALSE(read);
    CHECK(read.error() == malformed::too_many);
}

} // namespace thimble::tests
