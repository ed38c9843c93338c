// The list of apps, and apps that cannot be opened.
#include "tests/e2e/driven_phone.hpp"

#include <algorithm>

namespace thimble::e2e {

using nlohmann::json;

TEST_CASE("the apps of a phone are listed, kept and read again without touching it",
          "[e2e][linked]")
{
    const driven_phone on;
    const auto start = on.now();
    const auto first = on.get("apps").json();
    INFO(first.dump());
    CHECK(first.at("source") == "device");
    const auto& apps = first.at("apps");
    CHECK(first.at("app_count") == apps.size());
    const auto notes = std::ranges::find(
        apps, "Notes", [](const json& app) { return app.at("name").get<std::string>(); });
    REQUIRE(notes != apps.end());
    CHECK(notes->at("bundle_id") == app::notes);
    CHECK(notes->at("type") == "system");
    CHECK(on.get("apps").json().at("source") == "database");
    CHECK(on.act("apps/refresh").at("source") == "device");
    CHECK(on.phone().events(start).empty());
}

TEST_CASE("an app that is not there is refused with the nearest names", "[e2e]")
{
    const driven_phone on;
    for (const auto* name : {"Calcolator", "org.example.absent"}) {
        const auto answer = on.attempt("open-app", {{"app_name", name}});
        INFO(answer.body);
        CHECK(answer.status == 404);
        CHECK(answer.json().at("error") == "APP_NOT_FOUND");
        CHECK(answer.json().at("context").at("candidates").size() == 5);
        CHECK(answer.json().at("context").at("outcome") == "not_sent");
    }
    CHECK(on.front_app() == app::home_screen);
}

TEST_CASE("a locked phone lists its apps and opens none", "[e2e]")
{
    const driven_phone on;
    on.act("lock");
    CHECK(on.refused("open-app", {{"app_name", "Notes"}}) == "PHONE_NOT_READY");
    CHECK(on.get("apps").status == 200);
    CHECK(on.fact("locked") == true);
}

TEST_CASE("a phone whose trust was withdrawn says so when it is to open an app", "[e2e]")
{
    const driven_phone on;
    on.phone().make("trust", {{"state", "ask"}});
    const auto answer = on.attempt("open-app", {{"app_name", "Notes"}});
    INFO(answer.body);
    CHECK(answer.status == 409);
    CHECK(answer.json().at("error") == "PHONE_NOT_READY");
    CHECK(answer.json().at("context").at("outcome") == "not_sent");
    const auto blockers = answer.json().at("context").at("blockers");
    REQUIRE(blockers.size() == 1);
    CHECK(blockers.at(0).at("code") == "NOT_TRUSTED");
    CHECK(on.front_app() == app::home_screen);
}

} // namespace thimble::e2e
