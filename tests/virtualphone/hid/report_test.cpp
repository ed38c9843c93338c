// Captured reports are read byte for byte, and others are refused.
#include "tests/catch2.hpp"
#include "tests/virtualphone/hid/report_bytes.hpp"
#include "virtualphone/hid/report.hpp"

namespace thimble::tests {
namespace {

namespace hid = thimble::virtualphone::hid;

} // namespace

TEST_CASE("a captured report puts one finger down", "[hid]")
{
    const auto read = hid::parse_touch_report(from_hex(captured_down));
    REQUIRE(read);
    CHECK(read->contacts ==
          std::vector{hid::contact{.identity = 2, .touching = true, .x = 0x8000, .y = 0x4000}});
    CHECK(read->nanoseconds == 0x1122'3344'5566);
}

TEST_CASE("the finger of a captured report is lifted by its identity alone", "[hid]")
{
    auto bytes = from_hex(captured_down);
    bytes[3] = 0x02;
    const auto read = hid::parse_touch_report(bytes);
    REQUIRE(read);
    CHECK_FALSE(read->contacts.at(0).touching);
    CHECK(read->contacts.at(0).identity == 2);
}

TEST_CASE("a captured report has two fingers", "[hid]")
{
    auto bytes = from_hex("09 02 05 c100600080 c200a00080");
    bytes.resize(hid::touch_report_size);
    const auto read = hid::parse_touch_report(bytes);
    REQUIRE(read);
    REQUIRE(read->contacts.size() == 2);
    CHECK(read->contacts[0] ==
          hid::contact{.identity = 1, .touching = true, .x = 0x6000, .y = 0x8000});
    CHECK(read->contacts[1] ==
          hid::contact{.identity = 2, .touching = true, .x = 0xA000, .y = 0x8000});
}

TEST_CASE("a touch report that no phone understands is refused", "[hid]")
{
    const auto with = [](std::size_t at, std::uint8_t value) {
        auto bytes = from_hex(captured_down);
        bytes[at] = value;
        return hid::parse_touch_report(bytes);
    };
    CHECK(with(0, 0x09));
    CHECK_FALSE(with(0, 0x01)); // another report
    CHECK_FALSE(with(1, 6));    // too many contacts
    CHECK_FALSE(with(2, 10));   // of a larger surface
    CHECK_FALSE(with(3, 0xC5)); // an identity that there is not
    auto bytes = from_hex(captured_down);
    bytes.push_back(0);
    CHECK_FALSE(hid::parse_touch_report(bytes));
    bytes.resize(hid::touch_report_size - 1);
    CHECK_FALSE(hid::parse_touch_report(bytes));
    CHECK_FALSE(hid::parse_touch_report({}));
    CHECK_FALSE(hid::parse_touch_report(touch_bytes({{.identity = 1}, {.identity = 1}}, 0)));
}

TEST_CASE("shift and a are two bits of a keyboard's report", "[hid]")
{
    auto bytes = from_hex("01");
    bytes.resize(hid::key_report_size);
    bytes[1] = 0x10;
    bytes[29] = 0x02;
    const auto read = hid::parse_key_report(bytes);
    REQUIRE(read);
    CHECK(read->pressed.count() == 2);
    CHECK(read->pressed[0x04]);
    CHECK(read->pressed[0xE1]);
    CHECK(bytes == key_bytes({0x04, 0xE1}, 0));
    bytes[0] = 0x02;
    CHECK_FALSE(hid::parse_key_report(bytes));
    CHECK_FALSE(hid::parse_key_report(std::span(bytes).first(38)));
}

TEST_CASE("a pointer's report has two signed numbers", "[hid]")
{
    const auto bytes = from_hex("13 ffffffff 05000000 0000 665544332211 0000");
    const auto read = hid::parse_pointer_report(bytes);
    REQUIRE(read);
    CHECK(read->x == -1);
    CHECK(read->y == 5);
    CHECK(read->nanoseconds == 0x1122'3344'5566);
    CHECK_FALSE(hid::parse_pointer_report(std::span(bytes).first(18)));
}

} // namespace thimble::tests
