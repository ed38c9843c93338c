// Reports byte for byte, as they were seen between Apple's own hosts and phones.
#include "device/hid/report_bytes.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"

namespace thimble::tests {
namespace {

namespace hid = device::hid;
using hid::contact_state;
using hid::key_frame;
using hid::touch_frame;

constexpr std::chrono::nanoseconds written_stamp{0x1122'3344'5566};

std::string written(const hid::report& what, std::chrono::nanoseconds at = written_stamp)
{
    return hexadecimal(std::visit([&](const auto& frame) { return hid::encode(frame, at); }, what));
}

/// A report whose contacts begin so: zeros up to its constant, then the written_stamp.
std::string touch_bytes(std::string begin)
{
    begin.resize(80, '0');
    return begin + "02000000" + "665544332211" + "0000000000000000";
}

key_frame keys_down(std::initializer_list<std::size_t> usages)
{
    key_frame frame;
    for (const auto each : usages)
        frame.down.set(each);
    return frame;
}

} // namespace

TEST_CASE("a finger on the glass, and lifted from it", "[hid]")
{
    contact_state finger{.identity = 2, .touching = true, .where = {.x = 0x8000, .y = 0x4000}};
    CHECK(written(touch_frame{{finger}}) == touch_bytes("090105c200800040"));
    finger.touching = false;
    CHECK(written(touch_frame{{finger}}) == touch_bytes("0901050200800040"));
}

TEST_CASE("two fingers at once", "[hid]")
{
    const touch_frame both{
        {{.identity = 1, .touching = true, .where = {.x = 0x6000, .y = 0x8000}},
         {.identity = 2, .touching = true, .where = {.x = 0xA000, .y = 0x8000}}}};
    CHECK(written(both) == touch_bytes("090205c100600080c200a00080"));
}

TEST_CASE("five fingers fill the report, and a frame without any is one", "[hid]")
{
    touch_frame five;
    for (std::uint8_t i = 0; i < 5; ++i)
        five.contacts.push_back({.identity = i, .touching = true, .where = {.x = i, .y = 0xFFFF}});
    CHECK(written(five) == touch_bytes("090505"
                                       "c00000ffff"
                                       "c10100ffff"
                                       "c20200ffff"
                                       "c30300ffff"
                                       "c40400ffff"));
    five.contacts.push_back({.identity = 5, .touching = true, .where = {}});
    CHECK(written(five).starts_with("0905"));
    CHECK(written(touch_frame()) == touch_bytes("090005"));
}

TEST_CASE("keys are bits of their usages", "[hid]")
{
    const std::string behind = "6655443322110000";
    CHECK(written(key_frame()) == "01" + std::string(60, '0') + behind);
    std::string shift_and_a(60, '0');
    shift_and_a.replace(0, 2, "10");
    shift_and_a.replace(56, 2, "02");
    CHECK(written(keys_down({0x04, 0xE1})) == "01" + shift_and_a + behind);
    std::string last(60, '0');
    last.replace(58, 2, "80");
    CHECK(written(keys_down({239})) == "01" + last + behind);
}

TEST_CASE("a written_stamp has 48 bits", "[hid]")
{
    constexpr std::chrono::nanoseconds late{(1LL << 48) + 7};
    CHECK(written(key_frame(), late).ends_with("0700000000000000"));
}

} // namespace thimble::tests
