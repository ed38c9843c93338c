// thimbled setup, from a phone in its box to a tap that is seen.
#include "tests/catch2.hpp"
#include "tests/e2e/app_desk.hpp"
#include "tests/e2e/campaign.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/setup/unboxed_phone.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <algorithm>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// From iOS 27 on the phone's own services see and touch it.
bool needs_runner(const std::string& ios)
{
    return !ios.starts_with("27");
}

} // namespace

TEST_CASE("a phone from the box is led to a tap that is seen", "[e2e][local]")
{
    const auto ios =
        campaign() ? GENERATE("15.8", "16.7", "17.5", "18.5", "26.0", "27.0") : GENERATE("18.5");
    INFO("iOS " << ios);
    unboxed_phone of({.phone = std::string("iPhone 15 Pro,fresh,ios=") + ios});
    const int code = of.play();
    INFO(of.told());
    CHECK(code == 0);
    CHECK(of.phone.fingers_down().size() == 1);
    CHECK(of.phone.facts().at("front_app") == "com.apple.springboard");
    const auto last = of.run->records().back();
    CHECK(last.at("ready") == true);
    CHECK(last.at("phone") == of.phone.udid());
    for (const auto* step : {"unlock", "trust", "first_tap", "advice"}) {
        INFO(step);
        CHECK(of.run->states_of(step).back() == "done");
    }
    for (const auto* step : {"runner_installed", "certificate_trusted", "runner_started"}) {
        INFO(step);
        CHECK(of.run->states_of(step).back() == (needs_runner(ios) ? "done" : "not_needed"));
    }

    // It is safe to run it again, and it touches nothing.
    of.run->begin();
    CHECK(of.play() == 0);
    CHECK(of.phone.fingers_down().size() == 1);
}

TEST_CASE("a phone from the box is led to a tap by a runner from a package", "[e2e][local]")
{
    unboxed_phone of({.phone = "iPhone 15 Pro,fresh,ios=18.5", .from_package = true});
    bool was_refused = false;
    const int code = of.play([&](const std::string& step) {
        was_refused = was_refused || step == "certificate_trusted";
        // The runner is started at a step of its own, so that the phone refuses it first.
        return step == "runner_started" && !was_refused;
    });
    INFO(of.told());
    CHECK(code == 0);
    CHECK(was_refused);
    CHECK(of.phone.facts().at("runner_id") == runner_id);
    CHECK(of.phone.events_of("install_refused").empty());
    CHECK_FALSE(of.phone.events_of("launch_refused").empty());
    CHECK(of.phone.fingers_down().size() == 1);
    for (const auto* step : {"runner_installed", "certificate_trusted", "runner_started"}) {
        INFO(step);
        CHECK(of.run->states_of(step).back() == "done");
    }
}

TEST_CASE("developer mode is switched on with consent where there is no passcode", "[e2e][local]")
{
    unboxed_phone of({.phone = "iPhone 15 Pro,ios=18.5,developer_mode=off,image=none,runner=dead",
                      .more = {"--yes"}});
    const int code = of.play([](const std::string& step) { return step == "developer_mode"; });
    INFO(of.told());
    CHECK(code == 0);
    CHECK(of.phone.facts().at("developer_mode") == true);
    CHECK(of.phone.fingers_down().size() == 1);
}

TEST_CASE("without consent the phone is not restarted", "[e2e][local]")
{
    unboxed_phone of({.phone = "iPhone 15 Pro,ios=18.5,developer_mode=off,image=none,runner=dead"});
    REQUIRE(eventually(60s, [&] { return of.run->current() == "developer_mode"; }));
    const auto is_noted = [&] {
        return std::ranges::any_of(of.run->records(), [](const json& each) {
            return each.contains("note") && each.at("note").get<std::string>().contains("--yes");
        });
    };
    CHECK(eventually(10s, is_noted));
    const auto ended = of.run->process().interrupt(10s);
    REQUIRE(ended);
    CHECK(ended->code == 1);
    CHECK(of.run->records().back().at("ready") == false);
    CHECK(of.phone.facts().at("developer_mode") == false);
    CHECK(of.phone.facts().at("developer_question") == false);
}

TEST_CASE("a ready phone is done in a moment, by name as well", "[e2e][local]")
{
    const virtual_phones phones(
        {.phones = {"iPhone 15 Pro,ios=18.5,name=First", "iPhone SE 2,ios=16,name=Second"},
         .device_time = "0"});
    const household home;
    set_up unclear(phones, home);
    const auto refused = unclear.process().wait(60s);
    REQUIRE(refused);
    CHECK(refused->code == 1);
    CHECK(unclear.records().back().at("message").get<std::string>().contains("--phone"));

    set_up named(phones, home, {"--phone", "Second"});
    const auto ended = named.process().wait(60s);
    REQUIRE(ended);
    INFO(named.process().output() << named.process().errors());
    CHECK(ended->code == 0);
    CHECK(phones.at(0).fingers_down().empty());
    CHECK(phones.at(1).fingers_down().size() == 1);
    CHECK(named.states_of("first_tap").back() == "done");
    CHECK(named.states_of("without_runner").back() == "not_needed");
}

TEST_CASE("the set-up follows a thimbled that drives the phone, and goes on without it",
          "[e2e][local]")
{
    const virtual_phones phones(
        {.phones = {"iPhone 15 Pro,ios=18.5,runner=dead"}, .device_time = "0"});
    const auto phone = phones.at(0);
    const auto home = std::make_shared<household>();
    auto daemon = std::make_unique<thimble_system>(phones, home, arguments{"--runners", "off"});
    REQUIRE(daemon->until_named(phone, ready_limit));
    set_up run(phones, *home, {"--phone", phone.udid()});
    REQUIRE(eventually(60s, [&] { return run.current() == "runner_started"; }));
    daemon.reset();
    phone.make("runner", {{"state", "running"}});
    const auto ended = run.process().wait(90s);
    INFO(run.process().output() << run.process().errors());
    REQUIRE(ended);
    CHECK(ended->code == 0);
    CHECK(phone.fingers_down().size() == 1);
}

TEST_CASE("a thimbled that drives the phone takes the first look and the first tap", "[e2e][local]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    const auto phone = phones.at(0);
    const auto home = std::make_shared<household>();
    const thimble_system daemon(phones, home);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    set_up run(phones, *home);
    const auto ended = run.process().wait(60s);
    INFO(run.process().output() << run.process().errors());
    REQUIRE(ended);
    CHECK(ended->code == 0);
    CHECK(phone.fingers_down().size() == 1);
    CHECK(daemon.until_ready(phone, ready_limit));
}

TEST_CASE("a tap that is not seen is told, and not made again", "[e2e][local]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    const auto phone = phones.at(0);
    phone.make("alert", {{"title", "In the way"}, {"buttons", {"OK"}}});
    const household home;
    set_up run(phones, home);
    const auto ended = run.process().wait(90s);
    INFO(run.process().output() << run.process().errors());
    REQUIRE(ended);
    CHECK(ended->code == 1);
    CHECK(phone.fingers_down().size() <= 1);
    CHECK(run.states_of("first_tap").back() == "current");
}

TEST_CASE("a set-up that takes too long ends", "[e2e][local]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,fresh"}, .device_time = "0"});
    const household home;
    set_up run(phones, home, {"--wait", "3"});
    const auto ended = run.process().wait(60s);
    REQUIRE(ended);
    CHECK(ended->code == 1);
    CHECK(run.records().back().at("message").get<std::string>().contains("time"));
}

} // namespace thimble::e2e
