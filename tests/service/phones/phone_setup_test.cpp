// GET P/setup: the checklist of a phone, ticked by what its desktop tells.
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

#include <memory>

namespace thimble::service::test {

using nlohmann::json;

namespace {

link::phone_state blocked_phone(std::string code, std::string remedy)
{
    auto state = phone("udid-1");
    state.blockers = {{.code = std::move(code),
                       .message = "It is so.",
                       .remedy = std::move(remedy),
                       .since = {}}};
    state.capabilities = {};
    state.driver_version.reset();
    return state;
}

json step_of(const json& checklist, const std::string& id)
{
    for (const auto& each : checklist.at("steps"))
        if (each.at("id") == id)
            return each;
    return nullptr;
}

std::string state_of(const json& checklist, const std::string& id)
{
    return step_of(checklist, id).at("state");
}

} // namespace

TEST_CASE("the checklist of a phone goes on as its desktop tells of it", "[service]")
{
    running_service running;
    const auto id = running.attach(blocked_phone("TRUST_PENDING", "Tap Trust."));
    http_client client(running.port());
    const auto path = "/v1/phones/" + id + "/setup";
    const auto first = client.get(path).json();
    CHECK(first.at("phone_id") == id);
    CHECK(first.at("ready") == false);
    CHECK(first.at("preliminary") == false);
    CHECK(first.at("current") == "trust");
    CHECK(first.at("steps").size() == 13);
    CHECK(state_of(first, "cable") == "done");
    CHECK(state_of(first, "developer_mode") == "waiting");
    const auto trust = step_of(first, "trust");
    CHECK(trust.at("state") == "current");
    CHECK(trust.at("title") == "Trust");
    CHECK(trust.at("problem") == "It is so.");
    CHECK(trust.at("blocker") == "TRUST_PENDING");
    CHECK(trust.at("docs") == "docs/iphone.md#trust");
    for (const auto* text : {"thimble", "person", "why", "duration"})
        CHECK(trust.at(text).is_string());
    CHECK(client.get("/v1/setup").json() == first);

    auto next = blocked_phone("DEVELOPER_MODE_OFF", "Switch it on.");
    next.capabilities = {"apps"};
    running.attach(next);
    const auto second = client.get(path).json();
    CHECK(second.at("current") == "developer_mode");
    CHECK(state_of(second, "trust") == "done");
}

TEST_CASE("the service says what it cannot tell of a phone's first look and touch", "[service]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1"));
    http_client client(running.port());
    const auto path = "/v1/phones/" + id + "/setup";
    const auto before = client.get(path).json();
    CHECK(before.at("ready") == true);
    CHECK(before.at("current").is_null());
    CHECK(state_of(before, "runner_started") == "done");
    for (const auto* step : {"first_look", "first_tap"}) {
        CHECK(state_of(before, step) == "unknown");
        CHECK(step_of(before, step).at("problem").is_string());
    }
    const auto person = step_of(before, "first_tap").at("person").get<std::string>();
    CHECK(person.contains("Tap the phone's screen"));
    CHECK(person.contains("thimbled setup"));
    const auto as_ever = std::make_shared<decltype(scripted_desktop::script)>();
    running.direct([&](auto& desktop) {
        *as_ever = desktop.script;
        desktop.script = [](const link::command& what) { return picture(what, "a picture"); };
    });
    CHECK(client.get("/v1/phones/" + id + "/screenshot").status == 200);
    running.direct([&](auto& desktop) { desktop.script = *as_ever; });
    REQUIRE(client.post("/v1/phones/" + id + "/home").status == 200);
    CHECK(state_of(client.get(path).json(), "first_look") == "done");
    CHECK(state_of(client.get(path).json(), "first_tap") == "unknown"); // home touches nothing
    REQUIRE(client.post("/v1/phones/" + id + "/tap", R"({"x":1,"y":2})").status == 200);
    const auto after = client.get(path).json();
    CHECK(state_of(after, "first_tap") == "done");
    CHECK(step_of(after, "first_tap").at("problem").is_null());
}

TEST_CASE("a touch that was a step of a batch ticks the first tap", "[service]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1"));
    http_client client(running.port());
    const auto path = "/v1/phones/" + id;
    running.direct([](auto& desktop) {
        desktop.script = [](const link::command& what) {
            auto out = success(what);
            out.value["steps"] = json::array();
            for (const auto& step : std::get<link::batch>(what.what).steps)
                out.value["steps"].push_back(
                    {{"action", link::name_of(link::to_action(step))}, {"outcome", "done"}});
            return out;
        };
    });
    const auto do_steps = [&](const std::string& steps) {
        return client.post(path + "/batch", R"({"steps":)" + steps + "}").status;
    };
    REQUIRE(do_steps(R"([{"action":"home"}])") == 200);
    CHECK(state_of(client.get(path + "/setup").json(), "first_tap") == "unknown");
    REQUIRE(do_steps(R"([{"action":"home"},{"action":"tap","x":1,"y":2}])") == 200);
    CHECK(state_of(client.get(path + "/setup").json(), "first_tap") == "done");
}

TEST_CASE("a missing runner is installed on the computer that has the phone", "[service]")
{
    running_service running;
    auto without = blocked_phone("DRIVER_NOT_INSTALLED", "Install it.");
    without.capabilities = {"apps"};
    const auto id = running.attach(without);
    http_client client(running.port());
    const auto list = client.get("/v1/phones/" + id + "/setup").json();
    CHECK(list.at("current") == "runner_installed");
    const auto person = step_of(list, "runner_installed").at("person").get<std::string>();
    INFO(person);
    CHECK(person.contains("plugged into, test, run: `thimbled runner install"));
}

TEST_CASE("a phone that is away begins at the cable", "[service]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1"));
    http_client client(running.port());
    const auto path = "/v1/phones/" + id + "/setup";
    link::phone_state gone;
    gone.udid = "udid-1";
    running.attach(gone);
    const auto unplugged = client.get(path).json();
    CHECK(unplugged.at("ready") == false);
    CHECK(unplugged.at("current") == "cable");
    CHECK(step_of(unplugged, "cable").at("blocker").is_null());

    running.at_home([&] { running.service().desktop_gone(desktop_id); });
    const auto lonely = client.get(path).json();
    CHECK(lonely.at("current") == "cable");
    CHECK(step_of(lonely, "cable").at("blocker") == "MAC_APP_NOT_RUNNING");
    CHECK(client.get("/v1/phones/other/setup").error() == "PHONE_NOT_FOUND");
}

} // namespace thimble::service::test
