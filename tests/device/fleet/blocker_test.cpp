// Blockers of phones: named one step at a time, and gone with their cause.
#include "device/lockdown/developer_mode.hpp"
#include "tests/device/fleet/attached_fleet.hpp"
#include "tests/device/paths.hpp"

namespace thimble::tests {
namespace {

using device::capability;
using e2e::operator""ms;
using e2e::operator""s;

constexpr auto recovery = 10s; // within which a blocker leaves

struct desk_with {
    explicit desk_with(const std::string& phone)
        : world({.phones = {phone}, .device_time = "0"}), desk(world), phone(world.at(0))
    {
    }

    bool becomes(const std::string& state, std::chrono::milliseconds limit = 10s)
    {
        return desk.until_state(phone, state, limit);
    }

    e2e::virtual_phones world;
    attached_fleet desk;
    e2e::virtual_phone phone;
};

} // namespace

TEST_CASE("trust is asked for, and may be denied and given", "[device]")
{
    desk_with of("iPhone 15 Pro,ios=18.5,trust=ask");
    REQUIRE(of.becomes("TRUST_PENDING"));
    CHECK(of.desk.phone(of.phone)->capabilities().empty());
    of.phone.make("trust", {{"state", "no"}});
    REQUIRE(of.becomes("TRUST_DENIED"));
    of.phone.make("trust", {{"state", "yes"}});
    CHECK(of.becomes("", recovery + 7s)); // keys are made, which takes as long as it takes
}

TEST_CASE("a locked phone is LOCKED until it is unlocked, and gives pictures", "[device]")
{
    desk_with of("iPhone 15 Pro,ios=18.5,passcode=1234,locked");
    REQUIRE(of.becomes("LOCKED"));
    const auto phone = of.desk.phone(of.phone);
    CHECK(of.desk.until(10s, [&] { return phone->facts().locked == true; }));
    REQUIRE(of.desk.until_frames(of.phone));
    CHECK(of.desk.capture(of.phone));
    of.phone.make("unlock");
    CHECK(of.becomes("", recovery));
}

TEST_CASE("a locked phone is known to be locked without a runner", "[device]")
{
    desk_with of("iPhone 15 Pro,ios=18.5,passcode=1234,runner=dead");
    REQUIRE(of.becomes("DRIVER_NOT_RUNNING"));
    REQUIRE(of.desk.until(10s, [&] { return !of.desk.phone(of.phone)->facts().name.empty(); }));
    of.phone.make("lock");
    REQUIRE(of.becomes("LOCKED"));
    CHECK(of.desk.phone(of.phone)->facts().locked == true);
    of.phone.make("unlock");
    CHECK(of.becomes("DRIVER_NOT_RUNNING", recovery + 2s));
}

TEST_CASE("a lock that the runner has missed is known by lockdownd", "[device]")
{
    desk_with of("iPhone 15 Pro,ios=18.5,passcode=1234,runner=dead");
    REQUIRE(of.becomes("DRIVER_NOT_RUNNING"));
    REQUIRE(of.desk.until(10s, [&] { return !of.desk.phone(of.phone)->facts().name.empty(); }));
    of.phone.make("lock");
    REQUIRE(of.becomes("LOCKED"));
    of.phone.make("fault", {{"service", "wda.locked"}, {"kind", "error"}});
    of.phone.make("runner", {{"state", "running"}});
    const auto answers = [&] { return !of.desk.phone(of.phone)->facts().driver_version.empty(); };
    REQUIRE(of.desk.until(15s, answers));
    CHECK(of.becomes("LOCKED"));
    CHECK(of.desk.phone(of.phone)->facts().locked == true);
    of.phone.make("unlock");
    CHECK(of.becomes("", recovery));
    CHECK(of.desk.phone(of.phone)->facts().locked == false);
}

TEST_CASE("a runner that has died is missed, and found again", "[device]")
{
    desk_with of("iPhone 15 Pro,ios=18.5");
    REQUIRE(of.becomes(""));
    of.phone.make("runner", {{"state", "dead"}});
    REQUIRE(of.becomes("DRIVER_NOT_RUNNING"));
    CHECK(of.desk.phone(of.phone)->frames() == nullptr);
    of.phone.make("runner", {{"state", "running"}});
    CHECK(of.becomes("", recovery));
}

TEST_CASE("a command that meets a dead runner tells the fleet", "[device]")
{
    desk_with of("iPhone 15 Pro,ios=18.5");
    REQUIRE(of.becomes(""));
    of.phone.make("runner", {{"state", "dead"}});
    const auto outcome = of.desk.play(of.phone, tap_at(10, 10));
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().what == device::problem::not_ready);
    CHECK(of.becomes("DRIVER_NOT_RUNNING"));
}

TEST_CASE("a runner that hangs is named so, and found again", "[device]")
{
    desk_with of("iPhone 15 Pro,ios=18.5");
    REQUIRE(of.becomes(""));
    CHECK(of.desk.phone(of.phone)->facts().driver_version == "16.12.9");
    of.phone.make("runner", {{"state", "hung"}});
    REQUIRE(of.becomes("DRIVER_NOT_RUNNING", 15s));
    CHECK(of.desk.phone(of.phone)->blockers().front().message.contains("hangs"));
    CHECK(of.desk.phone(of.phone)->facts().driver_version.empty());
    of.phone.make("runner", {{"state", "running"}});
    CHECK(of.becomes("", recovery));
}

TEST_CASE("a runner that may do nothing is told from one that hangs", "[device]")
{
    desk_with of("iPhone 15 Pro,ios=18.5,runner=zombie");
    CHECK(of.becomes("UI_AUTOMATION_OFF"));
}

TEST_CASE("a phone in developer mode's absence says so", "[device]")
{
    desk_with of("iPhone 15 Pro,ios=18.5,developer_mode=off");
    REQUIRE(of.becomes("DEVELOPER_MODE_OFF"));
    CHECK(of.desk.until(10s, [&] { return of.phone.facts().at("developer_menu") == true; }));
    const auto remedy = [&] { return of.desk.phone(of.phone)->blockers().front().remedy; };
    CHECK(of.desk.until(10s, [&] { return !remedy().contains("Xcode"); })); // the switch shows
}

TEST_CASE("developer mode is switched on where the phone has no passcode", "[device]")
{
    using device::developer_mode_outcome;
    desk_with of("iPhone 15 Pro,ios=18.5,runner=dead,developer_mode=off");
    REQUIRE(of.becomes("DEVELOPER_MODE_OFF"));
    const device::attachment where{.udid = of.phone.udid()};
    CHECK(device::confirm_developer_mode(where) == developer_mode_outcome::refused);
    CHECK(of.phone.facts().at("plugged") == true); // it has not restarted
    CHECK(device::switch_on_developer_mode(where) == developer_mode_outcome::restarts);
    REQUIRE(of.becomes("DETACHED"));
    REQUIRE(of.becomes("DEVELOPER_MODE_OFF")); // the phone asks
    CHECK(of.phone.facts().at("developer_question") == true);
    CHECK(device::switch_on_developer_mode(where) == developer_mode_outcome::on);
    CHECK(of.phone.facts().at("developer_mode") == true);
    CHECK(of.becomes("DEVELOPER_IMAGE_MISSING"));
}

TEST_CASE("developer mode that is on is never turned off", "[device]")
{
    using device::developer_mode_outcome;
    desk_with of("iPhone 15 Pro,ios=18.5");
    REQUIRE(of.becomes(""));
    const device::attachment where{.udid = of.phone.udid()};
    CHECK(device::switch_on_developer_mode(where) == developer_mode_outcome::on);
    CHECK(device::confirm_developer_mode(where) == developer_mode_outcome::on);
    CHECK(of.phone.facts().at("developer_mode") == true);
}

TEST_CASE("a phone with a passcode, or without the mode, leaves the switch to people", "[device]")
{
    using device::developer_mode_outcome;
    const auto [phone, outcome] =
        GENERATE(std::pair("iPhone 15 Pro,ios=18.5,developer_mode=off,passcode=1234,runner=dead",
                           developer_mode_outcome::has_passcode),
                 std::pair("iPhone SE 2,ios=15.8,runner=dead", developer_mode_outcome::refused));
    desk_with of(phone);
    REQUIRE(of.desk.until(20s, [&] {
        const auto here = of.desk.phone(of.phone);
        return here != nullptr && here->capabilities().contains(capability::app_list);
    }));
    CHECK(device::switch_on_developer_mode({.udid = of.phone.udid()}) == outcome);
    CHECK(of.phone.facts().at("plugged") == true);
}

TEST_CASE("an image is found and missed also where a lookup is silent", "[device]")
{
    const auto [phone, state] = GENERATE(
        std::pair("iPhone 15 Pro,ios=27.0,runner=absent", "DRIVER_NOT_INSTALLED"),
        std::pair("iPhone 15 Pro,ios=27.0,image=none,runner=dead", "DEVELOPER_IMAGE_MISSING"));
    desk_with of(phone);
    CHECK(of.becomes(state, 60s)); // keys are made first, which takes as long as it takes
}

TEST_CASE("a runner that cannot run for want of an image is not blamed", "[device]")
{
    desk_with of("iPhone SE 2,ios=16,image=none,runner=dead");
    CHECK(of.becomes("DEVELOPER_IMAGE_MISSING"));
}

TEST_CASE("a phone without a runner still gives pictures through screenshotr", "[device]")
{
    desk_with of("iPhone SE 2,ios=16,runner=dead");
    REQUIRE(of.becomes("DRIVER_NOT_RUNNING"));
    REQUIRE(of.desk.until_frames(of.phone));
    CHECK(of.desk.phone(of.phone)->capabilities() ==
          std::set{capability::frame, capability::app_list});
    const auto frame = of.desk.capture(of.phone);
    REQUIRE(frame);
    CHECK(frame->picture.size == screen::pixel_size{750, 1334});
    CHECK(frame->driver == "screenshotr");
}

TEST_CASE("a lockdown that hangs keeps nobody from driving the phone", "[device]")
{
    const e2e::virtual_phones world({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    world.at(0).make("fault", {{"service", "lockdown"}, {"kind", "hang"}});
    attached_fleet desk(world);
    CHECK(desk.until_state(world.at(0), "", std::chrono::seconds(60))); // three looks without one
    CHECK(desk.play(world.at(0), tap_at(10, 10)));
    world.at(0).make("unplug"); // which ends the call that hangs
}

TEST_CASE("a lockdown that is late once is waited for, and its apps with it", "[device]")
{
    const e2e::virtual_phones world({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    const auto longer_than_a_look = 8'000; // ms
    world.at(0).make(
        "fault",
        {{"service", "lockdown"}, {"kind", "delay"}, {"count", 1}, {"ms", longer_than_a_look}});
    attached_fleet desk(world);
    REQUIRE(desk.until_state(world.at(0), "", 60s));
    CHECK(desk.phone(world.at(0))->capabilities().contains(capability::app_list));
}

TEST_CASE("an alert in front is told with its buttons, and leaves", "[device]")
{
    desk_with of("iPhone 15 Pro,ios=18.5");
    of.phone.make("alert", {{"title", "Update"}, {"text", "Now?"}, {"buttons", {"Later", "Now"}}});
    REQUIRE(of.becomes(""));
    const auto& facts = of.desk.phone(of.phone)->facts();
    REQUIRE(facts.alert);
    CHECK(facts.alert->text.contains("Update"));
    CHECK(facts.alert->buttons == std::vector<std::string>{"Later", "Now"});
}

TEST_CASE("a change is told once, and silence is not a change", "[device]")
{
    desk_with of("iPhone 15 Pro,ios=18.5");
    REQUIRE(of.becomes(""));
    REQUIRE(of.desk.until(10s, [&] { return !of.desk.phone(of.phone)->facts().name.empty(); }));
    const auto before = of.desk.changes();
    of.phone.make("lock");
    REQUIRE(of.becomes("LOCKED")); // however long the look takes that sees it
    of.desk.run_for(3s);           // and several looks more
    CHECK(of.desk.changes() == before + 1);
}

} // namespace thimble::tests
