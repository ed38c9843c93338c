// XPC's objects and messages, byte for byte.
#include "tests/catch2.hpp"
#include "virtualphone/xpc/protocol/message.hpp"

namespace thimble::virtualphone::tests {
namespace {

using namespace xpc;

bytes of_hex(std::string_view text)
{
    bytes result;
    std::string digits;
    for (const char c : text) {
        if (c == ' ')
            continue;
        digits += c;
        if (digits.size() < 2)
            continue;
        result.push_back(static_cast<std::uint8_t>(std::stoi(digits, nullptr, 16)));
        digits.clear();
    }
    return result;
}

/// The only message in the bytes.
message read_one(const bytes& from)
{
    message_reader reader;
    reader.append(from);
    auto first = reader.next();
    REQUIRE(first.has_value());
    REQUIRE(first->has_value());
    return std::move(**first);
}

void check_vector(const message& what, std::string_view hex)
{
    CHECK(encode_message(what) == of_hex(hex));
    const auto read = read_one(of_hex(hex));
    CHECK(read.flags == what.flags);
    CHECK(read.id == what.id);
    CHECK(read.body == what.body);
}

dictionary everything()
{
    return {{"null", object()},
            {"bool", true},
            {"int64", std::int64_t{-5}},
            {"uint64", std::uint64_t{1} << 63U},
            {"double", 0.25},
            {"date", date{1'700'000'000'000'000'000}},
            {"data", bytes{1, 2, 3, 4, 5}},
            {"string", "four"},
            {"uuid", uuid{{1, 2, 3}}},
            {"array", array{std::int64_t{1}, "two", dictionary{{"three", 3.0}}}},
            {"dictionary", dictionary{{"", dictionary()}}}};
}

} // namespace

TEST_CASE("messages have the bytes that phones and hosts exchange", "[virtualphone]")
{
    check_vector({.flags = 1, .body = dictionary()},
                 "920bb029 01000000 1400000000000000 0000000000000000 42371342 05000000 00f00000 "
                 "04000000 00000000");
    check_vector({.flags = 0x201}, "920bb029 01020000 0000000000000000 0000000000000000");
    check_vector({.flags = 0x400001}, "920bb029 01004000 0000000000000000 0000000000000000");
    check_vector(
        {.flags = 0x101,
         .id = 3,
         .body =
             dictionary{{"payload", dictionary{{"send", dictionary{{"_0", bytes{9, 1, 5}},
                                                                   {"_1", std::uint64_t{257}}}}}}}},
        "920bb029010100005c000000000000000300000000000000423713420500000000f000004c0000000100000070"
        "61796c6f61640000f00000380000000100000073656e640000000000f0000024000000020000005f3000000080"
        "000003000000090105005f310000004000000101000000000000");
}

TEST_CASE("every kind of object reads as it was written, in its own width", "[virtualphone]")
{
    const auto written = encode_body(everything());
    const auto read = decode_body(written);
    REQUIRE(read);
    CHECK(*read == object(everything()));
    const auto* members = read->as<dictionary>();
    REQUIRE(members != nullptr);
    CHECK(member<std::int64_t>(*members, "int64") != nullptr);
    CHECK(member<std::uint64_t>(*members, "int64") == nullptr);
    CHECK(encode_body(*read) == written);
}

TEST_CASE("a body that breaks off or says too much is none", "[virtualphone]")
{
    const auto whole = encode_body(everything());
    for (std::size_t size = 0; size < whole.size(); ++size)
        CHECK_FALSE(decode_body(std::span(whole).first(size)));
    auto longer = whole;
    longer.resize(longer.size() + 4);
    CHECK_FALSE(decode_body(longer));
    auto unknown = encode_body(object());
    unknown[8] = 7; // no type has this number
    CHECK_FALSE(decode_body(unknown));
}

TEST_CASE("an array whose length leaves the count out is read", "[virtualphone]")
{
    const object written = array{std::uint64_t{348}, std::uint64_t{1}};
    auto as_go_ios_writes = encode_body(written);
    REQUIRE(as_go_ios_writes[12] == 28);
    as_go_ios_writes[12] = 24;
    CHECK(decode_body(as_go_ios_writes) == written);
}

TEST_CASE("a body may be nested so deeply and no deeper", "[virtualphone]")
{
    const auto nested = [](int levels) {
        object inner = true;
        for (int level = 0; level < levels; ++level)
            inner = array{std::move(inner)};
        return encode_body(inner);
    };
    CHECK(decode_body(nested(32)));
    CHECK_FALSE(decode_body(nested(33)));
}

TEST_CASE("messages are found whatever the pieces in which they come", "[virtualphone]")
{
    bytes all;
    for (std::uint64_t id = 1; id <= 3; ++id) {
        const auto one = encode_message({.flags = 0x101, .id = id, .body = everything()});
        all.insert(all.end(), one.begin(), one.end());
    }
    message_reader reader;
    std::uint64_t found = 0;
    for (const auto octet : all) {
        reader.append(std::span(&octet, 1));
        const auto next = reader.next();
        REQUIRE(next.has_value());
        if (next->has_value())
            CHECK((*next)->id == ++found);
    }
    CHECK(found == 3);
}

TEST_CASE("a message that is too long or none is an error", "[virtualphone]")
{
    message_reader too_long;
    too_long.append(of_hex("920bb029 01010000 0000000100000000 0100000000000000"));
    CHECK(too_long.next().has_value()); // waits for its 16 MiB
    message_reader far_too_long;
    far_too_long.append(of_hex("920bb029 01010000 0100000200000000 0100000000000000"));
    CHECK_FALSE(far_too_long.next().has_value());
    message_reader none;
    none.append(bytes(24, 0xA5));
    CHECK_FALSE(none.next().has_value());
}

} // namespace thimble::virtualphone::tests
