// Reading never touches a phone, whatever state it is in; nor does a session that is made anew.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <functional>

namespace thimble::e2e {

namespace {

const std::vector<std::string> of_a_phone{"/info", "/status",    "/settings", "/screenshot",
                                          "/apps", "/shortcuts", "/elements"};
const std::vector<std::string> of_the_service{"/v1/phones",     "/v1/phones?connected=true",
                                              "/v1/status",     "/v1/jobs",
                                              "/v1/screenshot", "/v1/info",
                                              "/v1/settings",   "/healthz",
                                              "/readyz"};

void read_everything(const thimble_system& daemon, const virtual_phone& phone)
{
    for (const auto& target : of_the_service)
        CHECK(daemon.api().get(target).status != 0);
    for (const auto& rest : of_a_phone)
        CHECK(daemon.api().get(daemon.path(phone, rest)).status != 0);
    CHECK(daemon.api().get(daemon.path(phone, "/screenshot?async=true")).status != 0);
    CHECK(daemon.api().post(daemon.path(phone, "/apps/refresh")).status != 0);
}

/// A phone in a state; `enter` brings it there.
struct state {
    std::string name;
    std::string phone;
    std::function<void(const thimble_system&, const virtual_phone&)> enter;
};

using daemon_of_test = const thimble_system&;
using phone_of_test = const virtual_phone&;

constexpr auto usual = "iPhone 15 Pro,ios=18.5";

/// State after something that the world does to it.
state after(std::string name, std::string what, nlohmann::json body, std::string phone = usual)
{
    return {std::move(name), std::move(phone),
            [what = std::move(what), body = std::move(body)](daemon_of_test, phone_of_test on) {
                on.make(what, body);
            }};
}

http_answer tap(const thimble_system& daemon, const virtual_phone& phone)
{
    return daemon.api().post(daemon.path(phone, "/tap"), R"({"x": 300, "y": 600})");
}

/// A touch finds again and again that its session is gone, and does nothing. The fault is not
/// counted, since what is read beside the touch meets it too.
void lose_session(const thimble_system& daemon, const virtual_phone& phone)
{
    phone.make("fault", {{"service", "wda.session"}, {"kind", "error"}});
    const auto first = phone.next_event();
    const auto refused = tap(daemon, phone);
    INFO(refused.body);
    CHECK(refused.status == 502);
    CHECK(refused.json().at("context").at("outcome") == "not_sent");
    CHECK(phone.events(first).empty());
    phone.clear_faults();
}

/// The runner is another one then, which knows no session.
void restart_runner(const thimble_system& daemon, const virtual_phone& phone)
{
    phone.make("runner", {{"state", "dead"}});
    REQUIRE(eventually(
        30s, [&] { return daemon.record_of(phone).at("readiness").at("ready") == false; }));
    phone.make("runner", {{"state", "running"}});
    REQUIRE(daemon.until_ready(phone, ready_limit));
}

/// A runner that is started because it is dead leaves traces that no reading has left.
const arguments without_starts{"--runners", "off"};

const std::vector<state>& states()
{
    static const std::vector<state> all{
        {"ready", usual, [](daemon_of_test, phone_of_test) {}},
        after("locked", "lock", nlohmann::json::object()),
        after("with an alert", "alert",
              {{"title", "Battery"}, {"text", "10% of the battery is left."}, {"buttons", {"OK"}}},
              "iPhone SE 2,ios=16"),
        after("in an app", "open", {{"bundle_id", "com.apple.Preferences"}},
              "iPhone 13 mini,ios=17.5"),
        after("on its side", "rotate", {{"orientation", "landscape_left"}}, "iPad 9,ios=17.5"),
        after("with a dead runner", "runner", {{"state", "dead"}}),
        after("with a hung runner", "runner", {{"state", "hung"}}),
        after("not trusted", "trust", {{"state", "no"}}),
        after("unplugged", "unplug", nlohmann::json::object()),
        {"without its session", usual, lose_session},
        {"with a runner that was started again", usual, restart_runner},
    };
    return all;
}

} // namespace

TEST_CASE("reading leaves no trace on a phone in any state", "[e2e]")
{
    const auto index = GENERATE(range(std::size_t{0}, states().size()));
    const auto& [name, model, enter] = states().at(index);
    INFO("a phone that is " << name);
    const virtual_phones phones({.phones = {model}});
    const auto phone = phones.at(0);
    const thimble_system daemon(phones, without_starts);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    CHECK(phone.events().empty()); // getting ready has left none either

    enter(daemon, phone);
    const auto first = phone.next_event();
    read_everything(daemon, phone);
    const auto since = phone.events(first);
    INFO(nlohmann::json(since).dump());
    CHECK(since.empty());
}

TEST_CASE("a session is made anew without a trace but the touch that needed it", "[e2e]")
{
    const auto* how = GENERATE("lost", "restarted");
    INFO(how);
    const virtual_phones phones({.phones = {usual}, .device_time = "0"});
    const auto phone = phones.at(0);
    const thimble_system daemon(phones, without_starts);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    REQUIRE(tap(daemon, phone).status == 200); // there is a session

    if (how == std::string("lost"))
        lose_session(daemon, phone);
    else
        restart_runner(daemon, phone);
    const auto first = phone.next_event();
    // A look that met the fault may say for a moment yet that the phone is not ready: then nothing
    // is sent.
    REQUIRE(eventually(30s, [&] { return tap(daemon, phone).status == 200; }));
    CHECK(phone.fingers_down(first).size() == 1);
    for (const auto& event : phone.events(first)) {
        INFO(event.dump());
        CHECK((event.at("kind") == "touch" || event.at("kind") == "gesture"));
    }
}

TEST_CASE("a phone that is attached while blocked is left alone as well", "[e2e]")
{
    const auto* model =
        GENERATE("iPhone 15 Pro,ios=18.5,locked,passcode=123456",
                 "iPhone 15 Pro,ios=18.5,runner=dead", "iPhone 15 Pro,ios=18.5,trust=ask");
    INFO(model);
    const virtual_phones phones({.phones = {model}});
    const auto phone = phones.at(0);
    const thimble_system daemon(phones, without_starts);
    REQUIRE(eventually(ready_limit, [&] { return !daemon.record_of(phone).is_null(); }));
    read_everything(daemon, phone);
    for (const auto& event : phone.events()) {
        INFO(event.dump());
        CHECK(event.at("kind") == "alert"); // pairing asks the person, and nothing else happens
    }
}

} // namespace thimble::e2e
