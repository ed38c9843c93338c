// XPC objects and their bytes.
#include "device/coredevice/xpc_object.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"

#include <limits>
#include <rapidcheck.h>

namespace thimble::tests {
namespace {

namespace xpc = device::coredevice::xpc;
using xpc::malformed;

std::string encoded(const xpc::value& what)
{
    std::vector<std::byte> bytes;
    xpc::encode(what, bytes);
    return hexadecimal(bytes);
}

struct written {
    xpc::value what;
    std::string_view bytes;
};

void check_both_ways(const written& each)
{
    INFO(each.bytes);
    CHECK(encoded(each.what) == hexadecimal(bytes_of(each.bytes)));
    const auto read = xpc::decode(bytes_of(each.bytes));
    REQUIRE(read);
    CHECK(*read == each.what);
}

malformed fault_of(std::string_view bytes, xpc::object_limits limits = {})
{
    const auto read = xpc::decode(bytes_of(bytes), limits);
    REQUIRE_FALSE(read);
    CHECK_FALSE(xpc::to_string(read.error()).empty());
    return read.error();
}

/// Arrays within each other, the innermost empty.
std::string nested_arrays(int depth)
{
    xpc::value what = xpc::array();
    for (int at = 1; at < depth; ++at)
        what = xpc::array{std::move(what)};
    return encoded(what);
}

xpc::value any_value(int depth);

std::string any_text()
{
    auto text = *rc::gen::string<std::string>();
    std::erase(text, '\0');
    return text;
}

xpc::value any_container(bool named, int depth)
{
    const auto count = *rc::gen::inRange(0, 4);
    xpc::array items;
    xpc::dictionary entries;
    for (int at = 0; at < count; ++at) {
        if (named)
            entries.add(any_text(), any_value(depth - 1));
        else
            items.push_back(any_value(depth - 1));
    }
    return named ? xpc::value(entries) : xpc::value(items);
}

xpc::value any_value(int depth)
{
    switch (*rc::gen::inRange(0, depth > 0 ? 10 : 8)) {
    case 0:
        return *rc::gen::arbitrary<bool>();
    case 1:
        return *rc::gen::arbitrary<std::int64_t>();
    case 2:
        return *rc::gen::arbitrary<std::uint64_t>();
    case 3:
        return *rc::gen::arbitrary<double>();
    case 4:
        return xpc::date{.nanoseconds = *rc::gen::arbitrary<std::int64_t>()};
    case 5:
        return letters_of(any_text());
    case 6:
        return any_text();
    case 7:
        return xpc::file_transfer{.id = *rc::gen::arbitrary<std::uint64_t>(),
                                  .size = *rc::gen::arbitrary<std::uint64_t>()};
    case 8:
        return any_container(false, depth);
    default:
        return any_container(true, depth);
    }
}

} // namespace

TEST_CASE("every kind of XPC object has its bytes", "[coredevice]")
{
    xpc::uuid id;
    id.bytes = {std::byte{1}, std::byte{2}};
    const std::vector<written> all{
        {xpc::null(), "00100000"},
        {false, "00200000 00000000"},
        {true, "00200000 01000000"},
        {std::int64_t{-2}, "00300000 feffffffffffffff"},
        {std::uint64_t{257}, "00400000 0101000000000000"},
        {1.5, "00500000 000000000000f83f"},
        {xpc::date{.nanoseconds = 1}, "00700000 0100000000000000"},
        {bytes_of("090105"), "00800000 03000000 09010500"},
        {xpc::data(), "00800000 00000000"},
        {"", "00900000 01000000 00000000"},
        {"abc", "00900000 04000000 61626300"},
        {"abcd", "00900000 05000000 6162636400000000"},
        {id, "00a00000 01020000000000000000000000000000"},
        {xpc::array(), "00e00000 04000000 00000000"},
        {xpc::array{true, xpc::null()}, "00e00000 10000000 02000000 00200000 01000000 00100000"},
        {xpc::dictionary(), "00f00000 04000000 00000000"},
        {xpc::dictionary{{"a", true}, {"abcd", xpc::null()}},
         "00f00000 1c000000 02000000 61000000 00200000 01000000 6162636400000000 00100000"},
        {xpc::file_transfer{.id = 7, .size = 9}, "00a00100 0700000000000000 00f00000 14000000 "
                                                 "01000000 73000000 00400000 0900000000000000"}};
    for (const auto& each : all)
        check_both_ways(each);
}

TEST_CASE("an integer keeps its kind", "[coredevice]")
{
    const auto read = xpc::decode(bytes_of("00400000 0100000000000000"));
    REQUIRE(read);
    CHECK(read->as<std::uint64_t>() != nullptr);
    CHECK(read->as<std::int64_t>() == nullptr);
}

TEST_CASE("what is no XPC object is refused, and why is said", "[coredevice]")
{
    CHECK(fault_of("") == malformed::truncated);
    CHECK(fault_of("0030") == malformed::truncated);
    CHECK(fault_of("00300000 00000000") == malformed::truncated);
    CHECK(fault_of("00b00000 00000000") == malformed::unknown_kind);
    CHECK(fault_of("00100000 00") == malformed::trailing_bytes);
    CHECK(fault_of("00800000 ffffffff 00") == malformed::truncated);
    CHECK(fault_of("00900000 00000000") == malformed::bad_text);
    CHECK(fault_of("00900000 04000000 61620000") == malformed::bad_text);
    CHECK(fault_of("00900000 03000000 61626300") == malformed::bad_text);
    CHECK(fault_of("00e00000 08000000 00000000 00100000") == malformed::bad_length);
    CHECK(fault_of("00e00000 04000000 01000000") == malformed::too_many);
    CHECK(fault_of("00e00000 04000000 ffffffff") == malformed::too_many);
    CHECK(fault_of("00e00000 00000000") == malformed::truncated);
    CHECK(fault_of("00f00000 0c000000 01000000 61626364 65666768") == malformed::bad_text);
    CHECK(fault_of("00a00100 0700000000000000 00f00000 04000000 00000000") ==
          malformed::bad_transfer);
}

TEST_CASE("an object that costs more than it says is refused", "[coredevice]")
{
    const xpc::object_limits limits{.depth = 4, .objects = 5};
    CHECK(xpc::decode(bytes_of(nested_arrays(4)), limits));
    CHECK(fault_of(nested_arrays(5), limits) == malformed::too_deep);
    CHECK(xpc::decode(bytes_of(encoded(xpc::array(4))), limits));
    CHECK(fault_of(encoded(xpc::array(5)), limits) == malformed::too_many);
    std::string transfers;
    for (int at = 0; at < 1'000; ++at)
        transfers += "00a00100 0700000000000000";
    CHECK(fault_of(transfers) == malformed::too_deep);
}

TEST_CASE("any XPC object is read as it was written", "[coredevice]")
{
    CHECK(rc::check([] {
        const auto what = any_value(4);
        std::vector<std::byte> bytes;
        xpc::encode(what, bytes);
        RC_ASSERT(bytes.size() % 4 == 0);
        const auto read = xpc::decode(bytes);
        RC_ASSERT(read.has_value());
        RC_ASSERT(*read == what);
        const auto cut = *rc::gen::inRange<std::size_t>(0, bytes.size());
        RC_ASSERT(!xpc::decode(std::span(bytes).first(cut)));
    }));
}

} // namespace thimble::tests
