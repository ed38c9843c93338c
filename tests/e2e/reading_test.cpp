// GETs never touch a phone, whatever state it is in.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/local_thimbled.hpp"

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

void read_everything(const local_thimbled& daemon, const virtual_phone& phone)
{
    for (const auto& target : of_the_service)
        CHECK(daemon.api().get(target).status != 0);
    for (const auto& rest : of_a_phone)
        CHECK(daemon.api().get(daemon.path(phone, rest)).status != 0);
    CHECK(daemon.api().get(daemon.path(phone, "/screenshot?async=true")).status != 0);
}

struct state {
    std::string name;
    std::string phone;
    std::function<void(const virtual_phone&)> enter;
};

const std::vector<state>& states()
{
    static const std::vector<state> all{
        {"ready", "iPhone 15 Pro,ios=18.5", [](const virtual_phone&) {}},
        {"locked", "iPhone 15 Pro,ios=18.5",
         [](const virtual_phone& phone) { phone.make("lock"); }},
        {"with an alert", "iPhone SE 2,ios=16",
         [](const virtual_phone& phone) {
             phone.make("alert", {{"title", "Battery"},
                                  {"text", "10% of the battery is left."},
                                  {"buttons", {"OK"}}});
         }},
        {"in an app", "iPhone 13 mini,ios=17.5",
         [](const virtual_phone& phone) {
             phone.make("open", {{"bundle_id", "com.apple.Preferences"}});
         }},
        {"with a dead runner", "iPhone 15 Pro,ios=18.5",
         [](const virtual_phone& phone) { phone.make("runner", {{"state", "dead"}}); }},
        {"with a hung runner", "iPhone 15 Pro,ios=18.5",
         [](const virtual_phone& phone) { phone.make("runner", {{"state", "hung"}}); }},
        {"not trusted", "iPhone 15 Pro,ios=18.5",
         [](const virtual_phone& phone) { phone.make("trust", {{"state", "no"}}); }},
        {"unplugged", "iPhone 15 Pro,ios=18.5",
         [](const virtual_phone& phone) { phone.make("unplug"); }},
    };
    return all;
}

} // namespace

TEST_CASE("reading leaves no trace on a phone in any state", "[e2e]")
{
    const auto index = GENERATE(range(std::size_t{0}, std::size_t{8}));
    const auto& [name, model, enter] = states().at(index);
    INFO("a phone that is " << name);
    const virtual_phones phones({.phones = {model}});
    const auto phone = phones.at(0);
    const local_thimbled daemon(phones);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    CHECK(phone.events().empty()); // getting ready has left none either

    enter(phone);
    const auto first = phone.next_event();
    read_everything(daemon, phone);
    const auto since = phone.events(first);
    INFO(nlohmann::json(since).dump());
    CHECK(since.empty());
}

TEST_CASE("a phone that is attached while blocked is left alone as well", "[e2e]")
{
    const auto* model =
        GENERATE("iPhone 15 Pro,ios=18.5,locked,passcode=123456",
                 "iPhone 15 Pro,ios=18.5,runner=dead", "iPhone 15 Pro,ios=18.5,trust=ask");
    INFO(model);
    const virtual_phones phones({.phones = {model}});
    const auto phone = phones.at(0);
    const local_thimbled daemon(phones);
    REQUIRE(eventually(ready_limit, [&] { return !daemon.record_of(phone).is_null(); }));
    read_everything(daemon, phone);
    for (const auto& event : phone.events()) {
        INFO(event.dump());
        CHECK(event.at("kind") == "alert"); // pairing asks the person, and nothing else happens
    }
}

} // namespace thimble::e2e
