// Apps, addresses and shortcuts, from the REST request to what the phone shows.
#include "tests/catch2.hpp"
#include "tests/e2e/campaign.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/local_thimbled.hpp"

#include <algorithm>
#include <set>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto every_model = {"iPhone SE 2,ios=16.7", "iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5"};

/// One phone, ready, that takes no time.
struct ready_phone {
    explicit ready_phone(const std::string& model = "iPhone 15 Pro,ios=18.5")
        : phones({.phones = {model}, .device_time = action_time()}), phone(phones.at(0)),
          daemon(phones)
    {
        INFO(model);
        REQUIRE(daemon.until_ready(phone, ready_limit));
    }

    http_answer act(const std::string& name, const json& body) const
    {
        return daemon.api().post(daemon.path(phone, "/" + name), body.dump());
    }

    http_answer get(const std::string& name) const
    {
        return daemon.api().get(daemon.path(phone, "/" + name));
    }

    std::string front_app() const { return phone.facts().at("front_app").get<std::string>(); }

    virtual_phones phones;
    virtual_phone phone;
    local_thimbled daemon;
};

/// Touches, keys, presses and app starts: everything that a read must not do.
std::size_t disturbances(const virtual_phone& phone, std::size_t since)
{
    const auto events = phone.events(since);
    return static_cast<std::size_t>(std::ranges::count_if(events, [](const json& event) {
        const std::set<std::string> kinds{"touch", "key", "button", "text", "app", "url"};
        return kinds.contains(event.at("kind").get<std::string>());
    }));
}

} // namespace

TEST_CASE("the apps of a phone are listed, kept and read again without touching it", "[e2e]")
{
    const ready_phone on;
    const auto start = on.phone.next_event();
    const auto first = on.get("apps").json();
    INFO(first.dump());
    CHECK(first.at("source") == "device");
    const auto& apps = first.at("apps");
    CHECK(first.at("app_count") == apps.size());
    const auto notes = std::ranges::find(
        apps, "Notes", [](const json& app) { return app.at("name").get<std::string>(); });
    REQUIRE(notes != apps.end());
    CHECK(notes->at("bundle_id") == "com.apple.mobilenotes");
    CHECK(notes->at("type") == "system");
    CHECK(on.get("apps").json().at("source") == "database");
    CHECK(on.act("apps/refresh", json::object()).json().at("source") == "device");
    CHECK(disturbances(on.phone, start) == 0);
}

TEST_CASE("an app comes to the front by its name or its bundle id", "[e2e]")
{
    const auto* model = GENERATE(from_range(every_model));
    const ready_phone on(model);
    const auto opened = [&](const std::string& name) {
        const auto answer = on.act("open-app", {{"app_name", name}});
        INFO(name << ": " << answer.body);
        REQUIRE(answer.status == 200);
        CHECK(answer.json().at("receipt").at("verified") == true);
        CHECK(answer.json().at("result").at("bundle_id") == on.front_app());
        return on.front_app();
    };
    CHECK(opened("com.apple.mobilenotes") == "com.apple.mobilenotes");
    CHECK(opened("Settings") == "com.apple.Preferences");
    CHECK(opened("nötes") == "com.apple.mobilenotes");
    on.get("apps");
    CHECK(opened("settings") == "com.apple.Preferences");
    CHECK(opened("Calcul") == "com.apple.calculator");
}

TEST_CASE("an app that is not there is refused with the nearest names", "[e2e]")
{
    const ready_phone on;
    for (const auto* name : {"Calcolator", "org.example.absent"}) {
        const auto answer = on.act("open-app", {{"app_name", name}});
        INFO(answer.body);
        CHECK(answer.status == 404);
        CHECK(answer.json().at("error") == "APP_NOT_FOUND");
        CHECK(answer.json().at("context").at("candidates").size() == 5);
        CHECK(answer.json().at("context").at("outcome") == "not_sent");
    }
    CHECK(on.front_app() == "com.apple.springboard");
}

TEST_CASE("a locked phone lists its apps and opens none", "[e2e]")
{
    const ready_phone on;
    on.phone.make("lock");
    REQUIRE(eventually(10s, [&] {
        return on.act("open-app", {{"app_name", "Notes"}}).json().value("error", "") ==
               "PHONE_NOT_READY";
    }));
    CHECK(on.get("apps").status == 200);
    CHECK(on.phone.facts().at("locked") == true);
}

} // namespace thimble::e2e
