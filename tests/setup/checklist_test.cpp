// The list of steps for phones in every state between the box and the first touch.
#include "device/fleet/readiness.hpp"
#include "setup/checklist.hpp"
#include "setup/step_texts.hpp"
#include "tests/catch2.hpp"

#include <algorithm>

namespace thimble::setup {
namespace {

link::phone_state phone_of(std::string ios, std::vector<link::blocker> blockers = {})
{
    link::phone_state phone;
    phone.udid = "00008130-000000000000001A";
    phone.attached = true;
    phone.os_version = std::move(ios);
    phone.blockers = std::move(blockers);
    return phone;
}

link::blocker blocker_of(std::string code, std::string remedy = "Do it.")
{
    return {
        .code = std::move(code), .message = "It is so.", .remedy = std::move(remedy), .since = {}};
}

link::phone_state trusting(std::string ios, std::string blocker)
{
    auto phone = phone_of(std::move(ios), {blocker_of(std::move(blocker))});
    phone.capabilities = {"apps"};
    return phone;
}

/// One of which little is known yet.
link::phone_state looked_at(link::phone_state phone)
{
    phone.blockers = {blocker_of("DRIVER_STARTING")};
    phone.blockers.front().message = being_looked_at_message;
    return phone;
}

link::phone_state driven(std::string ios)
{
    auto phone = phone_of(std::move(ios));
    phone.capabilities = {"apps", "home", "screenshot", "tap"};
    phone.driver_version = "16.12.9";
    return phone;
}

const step& at(const checklist& list, step_code code)
{
    const auto found = std::ranges::find(list.steps, code, &step::code);
    REQUIRE(found != list.steps.end());
    return *found;
}

std::string current_of(const checklist& list)
{
    const auto* const found = list.current();
    return found == nullptr ? "none" : std::string(to_string(found->code));
}

std::string states_of(const checklist& list)
{
    std::string out;
    for (const auto& each : list.steps)
        out += to_string(each.state).front();
    return out;
}

TEST_CASE("a look and a touch of which nothing is known are in nobody's way", "[setup]")
{
    const tried unknown{.state = attempt::unknown, .problem = {}};
    const auto ready = make_checklist(
        {.phone = driven("18.5"), .look = unknown, .tap = unknown, .developer_mode = {}});
    CHECK(current_of(ready) == "none");
    CHECK(at(ready, step_code::first_look).state == step_state::unknown);
    CHECK(at(ready, step_code::first_tap).state == step_state::unknown);
    CHECK(at(ready, step_code::runner_started).state == step_state::done);
    const auto locked = make_checklist({.phone = trusting("18.5", "LOCKED"),
                                        .look = unknown,
                                        .tap = unknown,
                                        .developer_mode = {}});
    CHECK(current_of(locked) == "unlock");
    CHECK(at(locked, step_code::first_look).state == step_state::waiting);
    CHECK(at(locked, step_code::first_tap).state == step_state::waiting);
}

TEST_CASE("every step leads to a place in the documents", "[setup]")
{
    for (const auto& each : make_checklist({}).steps)
        CHECK(each.docs.starts_with("docs/"));
}

} // namespace

TEST_CASE("without a phone the cable is the first step", "[setup]")
{
    const auto list = make_checklist({});
    CHECK(list.steps.size() == 13);
    CHECK(states_of(list) == "cwwwwwwwwwwww");
    CHECK_FALSE(list.preliminary);
    CHECK(at(list, step_code::cable).person.contains("Wired Accessories"));
    const auto stopped =
        make_checklist({.computer = {blocker_of("USBMUXD_NOT_RUNNING", "Start it.")}});
    CHECK(at(stopped, step_code::cable).problem == "It is so.");
    CHECK(at(stopped, step_code::cable).person == "Start it.");
    CHECK(at(stopped, step_code::cable).blocker == "USBMUXD_NOT_RUNNING");
}

TEST_CASE("each blocker stands at the step that ends it", "[setup]")
{
    const std::vector<std::pair<std::string, std::string>> expected{
        {"LOCKED", "unlock"},
        {"NOT_TRUSTED", "trust"},
        {"TRUST_PENDING", "trust"},
        {"TRUST_DENIED", "trust"},
        {"DEVELOPER_MODE_OFF", "developer_mode"},
        {"DEVELOPER_IMAGE_MISSING", "developer_image"},
        {"IOS_TOO_OLD", "without_runner"},
        {"DRIVER_NOT_INSTALLED", "runner_installed"},
        {"DRIVER_TOO_OLD", "runner_installed"},
        {"DRIVER_EXPIRED", "runner_installed"},
        {"DRIVER_NOT_TRUSTED", "certificate_trusted"},
        {"CERTIFICATE_NOT_TRUSTED", "certificate_trusted"},
        {"UI_AUTOMATION_OFF", "ui_automation"},
        {"UI_AUTOMATION_PASSCODE", "ui_automation"},
        {"UI_AUTOMATION_OF_TOMORROW", "ui_automation"},
        {"DRIVER_NOT_RUNNING", "runner_started"},
        {"DRIVER_NOT_AUTHORIZED", "runner_started"},
        {"DRIVER_GIVEN_UP", "runner_started"},
    };
    for (const auto& [blocker, step] : expected) {
        INFO(blocker);
        const auto list = make_checklist({.phone = trusting("18.5", blocker)});
        CHECK(current_of(list) == step);
        CHECK(list.current()->blocker == blocker);
        CHECK(list.current()->problem == "It is so.");
        CHECK_FALSE(list.preliminary);
    }
}

TEST_CASE("what lies before the current step is done, what lies behind it waits", "[setup]")
{
    // cable, unlock, trust, developer mode, image, by itself, runner, certificate, automation,
    // started, look, tap, advice
    CHECK(states_of(make_checklist({.phone = phone_of("18.5", {blocker_of("TRUST_PENDING")})})) ==
          "ddcwwwwwwwwww");
    CHECK(states_of(make_checklist({.phone = trusting("18.5", "DEVELOPER_MODE_OFF")})) ==
          "dddcwwwwwwwww");
    CHECK(states_of(make_checklist({.phone = trusting("18.5", "DRIVER_NOT_INSTALLED")})) ==
          "ddddddcwwwwww");
    CHECK(states_of(make_checklist({.phone = trusting("15.8", "DEVELOPER_IMAGE_MISSING")})) ==
          "dddncnwwwwwww");
}

TEST_CASE("certificate and automation are open until a runner has been started", "[setup]")
{
    CHECK(states_of(make_checklist({.phone = trusting("18.5", "DRIVER_NOT_RUNNING")})) ==
          "dddddddwwcwww");
    CHECK(states_of(make_checklist({.phone = trusting("18.5", "UI_AUTOMATION_OFF")})) ==
          "ddddddddcwwww");
    auto starting = trusting("18.5", "DRIVER_STARTING");
    starting.driver_version = "16.12.9";
    CHECK(states_of(make_checklist({.phone = starting})) == "ddddddddwcwww");
}

TEST_CASE("a lock takes back nothing that is known", "[setup]")
{
    auto stranger = phone_of("18.5", {blocker_of("LOCKED")});
    CHECK(states_of(make_checklist({.phone = stranger})) == "dcwwwwwwwwwww");
    CHECK(states_of(make_checklist({.phone = trusting("18.5", "LOCKED")})) == "dcdwwwwwwwwww");
    auto locked = driven("18.5");
    locked.blockers = {blocker_of("LOCKED")};
    CHECK(states_of(make_checklist({.phone = locked})) == "dcddddddddwww");
}

TEST_CASE("a driven phone is looked at, tapped, and done", "[setup]")
{
    knowledge known{.phone = driven("18.5")};
    CHECK(states_of(make_checklist(known)) == "ddddddddddcww");
    known.look = {.state = attempt::failed, .problem = "No picture."};
    CHECK(make_checklist(known).current()->problem == "No picture.");
    known.look = {.state = attempt::succeeded, .problem = {}};
    CHECK(states_of(make_checklist(known)) == "dddddddddddcw");
    known.tap = {.state = attempt::failed, .problem = "Nothing was seen."};
    CHECK(make_checklist(known).current()->problem == "Nothing was seen.");
    known.tap = {.state = attempt::succeeded, .problem = {}};
    const auto list = make_checklist(known);
    CHECK(states_of(list) == "ddddddddddddd");
    CHECK(list.current() == nullptr);
}

TEST_CASE("a phone that is touched without a runner needs none", "[setup]")
{
    auto phone = driven("27.0");
    phone.driver_version.reset();
    CHECK(states_of(make_checklist({.phone = phone})) == "ddddddnnnncww");
}

TEST_CASE("a phone that is being looked at has a preliminary list", "[setup]")
{
    const auto list = make_checklist({.phone = looked_at(trusting("18.5", ""))});
    CHECK(list.preliminary);
    CHECK(current_of(list) == "developer_mode");
    CHECK(list.current()->person.empty());
    CHECK(current_of(make_checklist({.phone = looked_at(phone_of(""))})) == "trust");
    CHECK(current_of(make_checklist({.phone = looked_at(trusting("15.8", ""))})) ==
          "developer_image");
    device::observation unasked;
    unasked.asked = false;
    CHECK(device::first_blocker(unasked).value().message == being_looked_at_message);
}

TEST_CASE("a runner that starts for the first time is at its step, with the words for it",
          "[setup]")
{
    const auto list = make_checklist({.phone = trusting("18.5", "DRIVER_STARTING")});
    CHECK_FALSE(list.preliminary);
    CHECK(current_of(list) == "runner_started");
    CHECK(list.current()->person == "Do it."); // its passcode may be asked for
}

TEST_CASE("the restart for developer mode is part of its step", "[setup]")
{
    const knowledge away{
        .developer_mode = {.state = attempt::under_way, .problem = "The phone restarts."}};
    const auto list = make_checklist(away);
    CHECK(current_of(list) == "developer_mode");
    CHECK(list.current()->problem == "The phone restarts.");
}

TEST_CASE("iOS older than 16 has no developer mode, older than 17 no services of its own",
          "[setup]")
{
    CHECK(states_of(make_checklist({.phone = driven("15.8")})) == "dddndnddddcww");
    CHECK(states_of(make_checklist({.phone = driven("16.7")})) == "dddddnddddcww");
    CHECK(states_of(make_checklist({.phone = driven("17.5")})) == "ddddddddddcww");
}

TEST_CASE("settings are called as the iOS of the phone calls them", "[setup]")
{
    CHECK(certificate_settings(14) == "Settings > General > Device Management");
    CHECK(certificate_settings(15) == "Settings > General > VPN & Device Management");
    CHECK_FALSE(described_step(step_code::cable, 18).person.contains("Wired Accessories"));
    CHECK_FALSE(described_step(step_code::cable, 26).person.contains("Passcode"));
    for (int code = 0; code <= static_cast<int>(step_code::advice); ++code) {
        const auto words = described_step(static_cast<step_code>(code), 18);
        INFO(to_string(words.code));
        CHECK_FALSE(words.title.empty());
        CHECK_FALSE(words.why.empty());
        CHECK_FALSE((words.thimble.empty() && words.person.empty()));
    }
}

TEST_CASE("a denied trust and a runner's trouble have the words of who has found out", "[setup]")
{
    CHECK(make_checklist({.phone = trusting("18.5", "TRUST_DENIED")}).current()->person ==
          "Do it.");
    CHECK(make_checklist({.phone = trusting("18.5", "UI_AUTOMATION_OFF")}).current()->person ==
          "Do it.");
    CHECK(make_checklist({.phone = trusting("18.5", "NOT_TRUSTED")})
              .current()
              ->person.contains("Trust This Computer?"));
}

TEST_CASE("a missing runner is told of with the file, the command and the computer", "[setup]")
{
    auto phone = trusting("17.5", "DRIVER_NOT_INSTALLED");
    const auto told = [&](const std::string& computer) {
        return make_checklist({.phone = phone, .computer_name = computer}).current()->person;
    };
    CHECK(
        told("").ends_with("on the computer that the phone is plugged into, run: `thimbled runner "
                           "install WebDriverAgentRunner-Runner.app`"));
    CHECK(told("desk").contains("that the phone is plugged into, desk, run: `thimbled"));
    CHECK(told("`sudo desk`").contains(" into, sudo desk, run: `thimbled")); // no command
    phone.blockers.front().code = "DRIVER_TOO_OLD"; // its remedy says which release will do
    CHECK(told("desk") == "Do it.");
}

TEST_CASE("an image that is mounted by itself is left to that", "[setup]")
{
    const device::observation seen{
        .trust = device::trust_state::trusted,
        .os_version = "18.5",
        .locked = {},
        .developer_mode = true,
        .image_mounted = false,
        .runner_installed = {},
        .runner = device::wda::runner_state::refused,
        .driver_version = {},
    };
    const auto told = device::first_blocker(seen);
    REQUIRE(told);
    CHECK(told->remedy == untried_image_remedy);
    auto phone = trusting("18.5", "DEVELOPER_IMAGE_MISSING");
    phone.blockers.front().remedy = told->remedy;
    CHECK(make_checklist({.phone = phone}).current()->person == told->remedy);
    CHECK(make_checklist({.phone = phone, .mounts_images = true})
              .current()
              ->person.contains("connected and unlocked"));
    phone.blockers.front().remedy = "The ticket was refused.";
    CHECK(make_checklist({.phone = phone, .mounts_images = true}).current()->person ==
          "The ticket was refused.");
}

TEST_CASE("what a phone offers without a runner is told", "[setup]")
{
    auto phone = trusting("26.0", "DRIVER_NOT_INSTALLED");
    phone.capabilities = {"apps", "screenshot"};
    CHECK(at(make_checklist({.phone = phone}), step_code::without_runner)
              .thimble.ends_with("It offers now: apps, screenshot."));
    CHECK_FALSE(at(make_checklist({.phone = driven("26.0")}), step_code::without_runner)
                    .thimble.contains("It offers now"));
}

} // namespace thimble::setup
