// Phones driven through their own services, in the tunnel of iOS 17.4 and later.
#include "tests/e2e/driven_phone.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// For every program that the test starts.
[[maybe_unused]] const int tunnels_on = ::setenv("THIMBLE_TUNNELS", "on", 1);

constexpr auto services = "coredevice";
constexpr auto runner = "webdriveragent";

std::string driver_in(const json& job)
{
    return job.at("receipt").at("driver").get<std::string>();
}

bool can(const json& record, const char* action)
{
    const auto& able = record.at("capabilities");
    return std::ranges::find(able, json(action)) != able.end();
}

/// True once the clipboard is written by that driver.
bool written_by(const driven_phone& on, const char* driver, std::chrono::milliseconds limit)
{
    return eventually(limit,
                      [&] { return driver_in(on.act("copy-text", {{"text", "x"}})) == driver; });
}

/// Lines of thimbled's log from the one that says that its phone is attached again.
std::string logged_since_attached(const driven_phone& on)
{
    const auto all = on.daemon().process().errors();
    return all.substr(all.rfind(" attached\n"));
}

/// Time that the tunnel takes to be back.
std::chrono::milliseconds replug(const driven_phone& on)
{
    on.phone().make("unplug");
    REQUIRE(eventually(30s, [&] {
        const auto answer = on.attempt("volume-up");
        return answer.status == 400 && answer.json().at("error") == "PHONE_NOT_CONNECTED";
    }));
    return time_of([&] {
        on.phone().make("plug");
        REQUIRE(eventually(ready_limit, [&] {
            const auto answer = on.attempt("copy-text", {{"text", "x"}});
            return answer.status == 200 && driver_in(answer.json()) == services;
        }));
    });
}

/// A phone without WebDriverAgent, whose services are reached.
class phone_without_runner {
public:
    explicit phone_without_runner(const std::string& model)
        : phones_({.phones = {model + ",runner=absent"}}), phone(phones_.at(0)), daemon(phones_)
    {
        REQUIRE(eventually(ready_limit, [&] {
            const auto record = daemon.record_of(phone);
            return !record.is_null() && can(record, "rotate") && can(record, "screenshot") &&
                   first_blocker(record) == "DRIVER_NOT_INSTALLED";
        }));
    }

    static std::string first_blocker(const json& record)
    {
        const auto& blockers = record.at("readiness").at("blockers");
        return blockers.empty() ? "" : blockers.at(0).at("code").get<std::string>();
    }

    http_answer attempt(const std::string& name, const json& body = json::object()) const
    {
        return daemon.api().post(daemon.path(phone, "/" + name), body.dump());
    }

    /// The job; fails the test where it was not done through the tunnel.
    json act(const std::string& name, const json& body = json::object()) const
    {
        const auto answer = attempt(name, body);
        INFO(name << " " << body.dump() << ": " << answer.body);
        REQUIRE(answer.status == 200);
        const auto job = answer.json();
        CHECK(driver_in(job) == services);
        return job;
    }

private:
    virtual_phones phones_;

public:
    virtual_phone phone;
    thimble_system daemon;
};

} // namespace

TEST_CASE("each capability is bound to the better of two drivers", "[e2e]")
{
    const driven_phone on("iPhone 15 Pro,ios=18.5");
    REQUIRE(written_by(on, services, 15s));
    on.open(app::notes);
    const auto start = on.now();
    CHECK(driver_in(on.act("copy-text", {{"text", "through the tunnel"}})) == services);
    CHECK(on.fact("clipboard") == "through the tunnel");
    const auto read = on.act("read-clipboard");
    CHECK(read.at("text") == "through the tunnel");
    CHECK(driver_in(read) == services);
    CHECK(on.phone().events_of("app", start).empty()); // nothing came to the front meanwhile
    CHECK(on.front_app() == app::notes);

    const auto opened = on.act("open-app", {{"app_name", app::sketch}});
    CHECK(driver_in(opened) == services);
    CHECK(opened.at("receipt").at("verified") == true); // by the runner
    CHECK(on.front_app() == app::sketch);
    on.wait_until_known();
    CHECK(driver_in(on.act("rotate", {{"orientation", "landscape_left"}})) == services);
    CHECK(on.fact("orientation") == "landscape_left");
    on.wait_until_known();
    CHECK(driver_in(on.act("tap", {{"x", 300}, {"y", 300}})) == runner);
    CHECK(driver_in(on.act("rotate", {{"orientation", "portrait"}})) == services);
    CHECK(driver_in(on.act("volume-up")) == services);
    CHECK(driver_in(on.act("home")) == runner); // to the home screen, whatever lies over the app
    CHECK(on.front_app() == app::home_screen);
    CHECK(on.get("apps").status == 200);
}

TEST_CASE("a phone before iOS 17.4 has its runner alone", "[e2e]")
{
    const driven_phone on("iPhone SE 2,ios=16.7");
    CHECK(driver_in(on.act("copy-text", {{"text", "by the runner"}})) == runner);
    CHECK(on.fact("clipboard") == "by the runner");
    CHECK(driver_in(on.act("volume-up")) == runner);
}

TEST_CASE("a phone before iOS 27 without a runner is driven through its services", "[e2e]")
{
    const auto* model =
        GENERATE("iPhone 15 Pro,ios=17.5", "iPhone 15 Pro,ios=18.5", "iPhone 15 Pro,ios=26");
    INFO(model);
    const phone_without_runner on(model);
    const auto record = on.daemon.record_of(on.phone);
    CHECK(record.at("readiness").at("ready") == false);
    const auto told = record.at("readiness").at("blockers").at(0).at("message").get<std::string>();
    INFO(told);
    CHECK(told.contains("It would add touches, typing, keys"));
    CHECK_FALSE(can(record, "tap"));
    CHECK_FALSE(can(record, "front-app"));

    on.act("copy-text", {{"text", "no runner here"}});
    CHECK(on.phone.facts().at("clipboard") == "no runner here");
    CHECK(on.act("read-clipboard").at("text") == "no runner here");
    on.act("open-app", {{"app_name", "Sketch"}});
    CHECK(on.phone.facts().at("front_app") == app::sketch);
    on.act("rotate", {{"orientation", "landscape_right"}});
    CHECK(on.phone.facts().at("orientation") == "landscape_right");
    CHECK(eventually(
        5s, [&] { return on.daemon.record_of(on.phone).at("orientation") == "landscape_right"; }));
    on.act("rotate", {{"orientation", "portrait"}});
    CHECK(on.phone.facts().at("orientation") == "portrait");
    on.phone.make("rotate", {{"orientation", "landscape_left"}}); // by a hand
    CHECK(eventually(
        5s, [&] { return on.daemon.record_of(on.phone).at("orientation") == "landscape_left"; }));
    on.phone.make("rotate", {{"orientation", "portrait"}});
    CHECK(on.act("apps/com.thimble.sketch/terminate").at("result").at("was_running") == true);
    CHECK(on.phone.facts().at("front_app") == app::home_screen);
    const auto before = on.phone.next_event();
    on.act("volume-down");
    CHECK(on.phone.events_of("button", before).size() == 1);
    on.act("home");
    CHECK(on.phone.facts().at("front_app") == app::home_screen);
    CHECK(on.daemon.api().get(on.daemon.path(on.phone, "/apps")).status == 200);
    const auto picture = on.daemon.api().get(on.daemon.path(on.phone, "/screenshot"));
    CHECK(picture.status == 200);

    const auto tap = on.attempt("tap", {{"x", 10}, {"y", 10}});
    CHECK(tap.json().at("error") == "PHONE_NOT_READY");
    CHECK(tap.json().at("context").at("blockers").at(0).at("code") == "DRIVER_NOT_INSTALLED");
    CHECK(on.attempt("open-app", {{"app_name", "com.example.nowhere"}}).status >= 400);
}

TEST_CASE("the runner does what cannot be said through the tunnel", "[e2e]")
{
    const driven_phone on("iPhone 15 Pro,ios=18.5");
    REQUIRE(written_by(on, services, 15s));
    on.phone().make("fault", {{"service", "pasteboard"}, {"kind", "refuse"}, {"count", 1000}});
    CHECK(driver_in(on.act("copy-text", {{"text", "all the same"}})) == runner);
    CHECK(on.fact("clipboard") == "all the same");
    on.phone().clear_faults();
    CHECK(written_by(on, services, 15s));
}

TEST_CASE("a tunnel that ends is built anew", "[e2e]")
{
    const driven_phone on("iPhone 15 Pro,ios=18.5");
    REQUIRE(written_by(on, services, 15s));
    for (const auto* kind : {"cut", "corrupt"}) {
        INFO(kind);
        // No other tunnel is had until the faults are cleared.
        on.phone().make("fault", {{"service", "tunnel.handshake"}, {"kind", "cut"}});
        on.phone().make("fault", {{"service", "tunnel"}, {"kind", kind}, {"count", 1}});
        on.attempt("copy-text", {{"text", "meanwhile"}}); // whatever becomes of it
        CHECK(written_by(on, runner, 15s));
        on.phone().clear_faults();
        CHECK(written_by(on, services, 5s));
        CHECK(on.fact("clipboard") == "x");
    }
    on.phone().make("unplug");
    on.phone().make("plug");
    CHECK(eventually(ready_limit, [&] {
        return on.daemon().record_of(on.phone()).at("readiness").at("ready") == true;
    }));
    CHECK(written_by(on, services, 5s));
}

/// It is asked for as soon as lockdownd has said that the phone trusts this computer, and pauses
/// only after an attempt that fails. The campaign of tunnels holds the time itself, on an idle
/// machine.
TEST_CASE("the tunnel of a phone that is plugged in again is there at the first attempt", "[e2e]")
{
    const auto* model = GENERATE("iPhone 15 Pro,ios=18.5", "iPhone 15 Pro,ios=27,runner=absent");
    INFO(model);
    const driven_phone on(model);
    REQUIRE(written_by(on, services, 15s));
    for (int times = 0; times < 3; ++times) {
        const auto took = replug(on);
        std::cout << model << ": a tunnel " << took.count() << " ms after a replug" << std::endl;
        CHECK_FALSE(logged_since_attached(on).contains(": no tunnel: "));
    }
}

} // namespace thimble::e2e
