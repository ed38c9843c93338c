// A virtual phone as an agent sees it, and touches by refs alone.
#include "tests/e2e/driven_phone.hpp"

#include <algorithm>

namespace thimble::e2e {

using nlohmann::json;

namespace {

json element_named(const driven_phone& on, const std::string& label)
{
    const auto told = on.get("elements").json();
    for (const auto& each : told.at("elements"))
        if (each.at("label") == label)
            return each;
    FAIL("there is no " << label);
    return {};
}

std::string ref_of(const driven_phone& on, const std::string& label)
{
    return element_named(on, label).at("ref");
}

} // namespace

TEST_CASE("a phone is driven by refs: a switch, a page, a field", "[e2e][linked]")
{
    driven_phone on("iPhone 15 Pro,ios=18.5");
    on.open(app::settings);
    const auto before = element_named(on, "Airplane Mode");
    INFO(before.dump());
    CHECK(before.at("on") == false);
    CHECK(before.at("actions").front() == "tap");
    const auto done = on.act("tap", {{"ref", before.at("ref")}});
    CHECK(done.at("result").at("element").at("source") == "ref");
    const auto after = element_named(on, "Airplane Mode");
    CHECK(after.at("on") == true);
    CHECK(after.at("ref") == before.at("ref"));

    // A tap has come since the screen was read: the same element is met again.
    on.act("tap", {{"ref", before.at("ref")}});
    CHECK(element_named(on, "Airplane Mode").at("on") == false);

    const auto row = ref_of(on, "Wi-Fi");
    on.act("tap", {{"ref", row}});
    CHECK(on.state_of(app::settings).at("page") == "Wi-Fi");
    const auto start = on.now();
    on.open(app::notes);
    CHECK(on.refused("tap", {{"ref", before.at("ref")}}) == "STALE_FRAME");
    CHECK(on.fingers_since(start) == 0);
}

TEST_CASE("text goes into a field by its ref, and stands in the elements", "[e2e][linked]")
{
    driven_phone on("iPhone 15 Pro,ios=18.5");
    on.open(app::notes);
    const auto found = on.get("find?selector=note%20field").json().at("element");
    INFO(found.dump());
    CHECK(found.at("value").is_null());
    CHECK(found.at("actions") == json{"tap", "type"});
    const auto typed =
        on.act("type", {{"ref", found.at("ref")}, {"text", "Grüße"}, {"method", "auto"}});
    CHECK(typed.at("receipt").at("verified") == true);
    bool stands_there = false;
    for (const auto& each : on.get("elements").json().at("elements"))
        stands_there = stands_there || (each.at("type") == "TextView" &&
                                        each.at("value") == "Grüße" && each.at("focused") == true);
    CHECK(stands_there);
    CHECK(on.get("find?selector=note%20field").json().at("element").at("focused") == true);
    const auto digest = on.get("elements?format=digest").json().at("digest").get<std::string>();
    INFO(digest);
    CHECK(digest.contains("= \"Grüße\" focused"));
    CHECK(digest.contains("keyboard shown"));

    on.open(app::safari);
    const auto bar = on.get("find?selector=text%20field").json().at("element");
    INFO(bar.dump());
    CHECK(bar.at("placeholder") == "Search or enter website name");
    CHECK(bar.at("value").is_null());
}

TEST_CASE("ordinary screens fit into 300 tokens, and a change into few", "[e2e]")
{
    driven_phone on("iPhone 15 Pro,ios=18.5");
    for (const auto* each : {app::settings, app::notes, app::safari, app::calculator, app::photos,
                             app::files, app::maps, app::home_screen}) {
        if (each == std::string(app::home_screen))
            on.act("home");
        else
            on.open(each);
        const auto told = on.get("elements?format=digest").json();
        INFO(each << "\n" << told.at("digest").get<std::string>());
        CHECK(told.at("tokens") <= 300);
        CHECK(std::ranges::count(told.at("digest").get<std::string>(), '\n') > 2);
        const std::string frame = told.at("frame_id");
        const auto again = on.get("elements?format=digest&since=" + frame).json();
        CHECK(again.at("since") == frame);
        CHECK(again.at("tokens") <= 60); // a minute may pass in the status bar
    }
}

TEST_CASE("a wait sees what comes by itself", "[e2e][linked]")
{
    driven_phone on("iPhone 15 Pro,ios=18.5");
    on.open(app::settings);
    const auto here = on.attempt("wait", {{"selector", "Wi-Fi"}});
    INFO(here.body);
    CHECK(here.status == 200);
    CHECK(on.attempt("wait", {{"until", "still"}}).status == 200);
    const auto job = on.attempt("tap/select?async=true", {{"selector", "Wi-Fi"}});
    REQUIRE(job.status == 200);
    CHECK(on.attempt("wait", {{"selector", "Bluetooth"}, {"until", "gone"}}).status == 200);
    CHECK(on.state_of(app::settings).at("page") == "Wi-Fi");
}

} // namespace thimble::e2e
