// Fingers and keys left down on phones that go and come back.
#include "device/fleet/left_down.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {
namespace {

namespace hid = device::hid;

const hid::touch_frame resting_finger{{{.identity = 2, .touching = true, .where = {}}}};

/// Of a process that was killed, and of the one after it.
class one_memory final : public device::held_input_memory {
public:
    device::held_inputs find(const std::string& /*udid*/) const override { return kept; }
    void remember(const std::string& /*udid*/, const device::held_inputs& what) override
    {
        kept = what;
    }

    device::held_inputs kept;
};

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

TEST_CASE("what a process before this one has left down is down", "[device]")
{
    const auto memory = std::make_shared<one_memory>();
    hid::key_frame passcode;
    passcode.down.set(30);
    {
        device::left_down phones(memory);
        const auto held = phones.on("one");
        held->expect(
            hid::touch_frame{{{.identity = 2, .touching = true, .where = {.x = 7, .y = 65535}}}});
        held->expect(passcode);
        CHECK(memory->kept ==
              device::held_inputs{.contacts = {{.identity = 2, .x = 7, .y = 65535}}, .keys = true});
    }
    device::left_down phones(memory);
    const auto held = phones.on("one");
    CHECK(memory->kept.contacts.size() == 1);
    const std::vector<hid::report> lifting{
        hid::touch_frame{{{.identity = 2, .touching = false, .where = {.x = 7, .y = 65535}}}},
        hid::key_frame()};
    CHECK(held->release() == lifting);
    for (const auto& each : lifting)
        held->told(each);
    CHECK(held->empty());
    CHECK(memory->kept.empty());
    held->doubt(); // the connection was lost at once
    CHECK_FALSE(memory->kept.empty());
}

TEST_CASE("a place that is a secret is not told to the next process", "[device]")
{
    const auto memory = std::make_shared<one_memory>();
    device::left_down phones(memory);
    const auto held = phones.on("one");
    held->expect(hid::touch_frame{
        {{.identity = 2, .touching = true, .where = {.x = 7, .y = 9}, .secret = true}}});
    CHECK(memory->kept ==
          device::held_inputs{.contacts = {{.identity = 2, .x = 32'768, .y = 32'768}}});
    const std::vector<hid::report> lifting{
        hid::touch_frame{{{.identity = 2, .touching = false, .where = {.x = 7, .y = 9}}}}};
    CHECK(held->release() == lifting); // by this one, where it is
}

} // namespace thimble::tests
