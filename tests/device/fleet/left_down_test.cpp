// Fingers and keys left down on phones that go and come back.
#include "device/fleet/left_down.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {
namespace {

namespace hid = device::hid;

const hid::touch_frame resting_finger{{{.identity = 2, .touching = true, .where = {}}}};

} // namespace

TEST_CASE("what is down on a phone is known when it comes back", "[device]")
{
    device::left_down phones;
    phones.on("one")->expect(resting_finger);
    CHECK(phones.on("other")->empty());
    CHECK(phones.on("one")->release().size() == 1);
    phones.on("one")->told(hid::touch_frame());
    CHECK(phones.on("one")->empty());
}

TEST_CASE("a phone that is used twice is the same one", "[device]")
{
    device::left_down phones;
    const auto before = phones.on("one");
    const auto after = phones.on("one");
    CHECK(before == after);
    phones.on("other");
    CHECK(phones.on("one") == before);
}

} // namespace thimble::tests
