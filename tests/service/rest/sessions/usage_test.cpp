// Use of sessions, and refusals to accounts that have nothing left.
#include "service/admin/admin_client.hpp"
#include "service/admin/admin_handler.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/rest/sessions/with_agent.hpp"
#include "text/uuid.hpp"

#include <cmath>

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// A service with an account that has a plan and a phone of its own.
struct with_plan : with_agent {
    with_plan()
        : with_agent(
              slow_model, {}, [](server_options& options) { options.takes_operators = true; })
    {
        const auto account_id = order("account create", {{"name", "ada"}});
        key = order("key create", {{"account", "ada"}});
        running.at_home([&] {
            running.service().desktop_connected(
                {.id = "ada's desk", .name = "desk", .version = "1", .account_id = account_id},
                desktop);
            running.service().phone_changed("ada's desk", phone("udid-9"));
        });
    }

    std::string order(const std::string& command,
                      std::map<std::string, std::string, std::less<>> arguments)
    {
        const auto answer =
            ask_running_service(admin_handler::socket_in(running.state_dir()),
                                {.command = command, .arguments = std::move(arguments)});
        REQUIRE(answer);
        REQUIRE(answer->done);
        return answer->text;
    }

    void agree(const std::string& minutes, const std::string& overage)
    {
        order("account subscription",
              {{"name", "ada"}, {"state", "active"}, {"minutes", minutes}, {"overage", overage}});
    }

    reply post(const std::string& target, const std::string& body = "")
    {
        return client.ask("POST", target, {{"X-API-Key", key}}, body);
    }

    json usage(const std::string& query = "")
    {
        return client.ask("GET", "/v1/usage" + query, {{"X-API-Key", key}}).json();
    }

    std::shared_ptr<scripted_desktop> desktop = running.another_desktop();
    std::string key;
};

constexpr auto any_task = R"({"instruction": "Set an alarm"})";

} // namespace

TEST_CASE("the local account has no limit", "[sessions]")
{
    with_agent on;
    const auto used = on.client.get("/v1/usage?month=2026-11").json();
    CHECK(used == json{{"month", "2026-11"},
                       {"minutes_used", 0.0},
                       {"minutes_included", nullptr},
                       {"minutes_overage", 0.0},
                       {"overage_cost_usd", 0.0},
                       {"model_cost_usd", 0.0}});
    CHECK(on.client.get("/v1/usage").json().at("month").get<std::string>().size() == 7);
    for (const auto* wrong :
         {"2026-13", "2026", "1969-12", "11-2026", "nov", "november-2026", ""}) {
        const auto refused = on.client.get("/v1/usage?month=" + std::string(wrong));
        CHECK(refused.error() == "INVALID_ARGUMENT");
        CHECK(refused.json().at("message") == "month must be a year and a month: 2026-11.");
    }
}

TEST_CASE("a session that has not ended is used time", "[sessions]")
{
    with_agent on;
    const auto made = on.begin();
    REQUIRE(on.becomes(made.at("id"), "running"));
    CHECK(e2e::eventually(std::chrono::seconds(5), [&] {
        return on.client.get("/v1/usage").json().at("minutes_used").get<double>() > 0;
    }));
    on.tell(made.at("id"), "stop");
    const auto ended = on.session(made.at("id"));
    CHECK(e2e::eventually(std::chrono::seconds(5), [&] {
        const auto used = on.client.get("/v1/usage").json().at("minutes_used").get<double>();
        return std::abs((used * 60'000) - ended.at("duration_ms").get<double>()) < 60;
    }));
}

TEST_CASE("whoever has no minutes left begins nothing, unless they are sold", "[sessions]")
{
    with_plan on;
    on.agree("0", "off");
    const auto refused = on.post("/v1/sessions", any_task);
    CHECK(refused.status == 402);
    CHECK(refused.error() == "SUBSCRIPTION_REQUIRED");
    CHECK(on.usage().at("minutes_included") == 0);
    CHECK(on.post("/v1/home").status == 200); // minutes are of sessions alone
    on.agree("0", "0.05");
    const auto made = on.post("/v1/sessions", any_task);
    CHECK(made.status == 201);
    on.agree("0", "off"); // what lives goes on
    CHECK(on.post("/v1/sessions/" + made.json().at("id").get<std::string>() + "/pause").status ==
          204);
}

TEST_CASE("minutes that are used up are told before anything about the order", "[sessions]")
{
    with_plan on;
    on.agree("0", "0.05");
    const auto live = on.post("/v1/sessions", any_task);
    REQUIRE(live.status == 201);
    on.agree("0", "off");
    for (const auto& body :
         {json{{"instruction", "x"}}, json{{"instruction", "x"}, {"phone_id", "no UUID"}},
          json{{"instruction", "x"}, {"phone_id", random_uuid()}}})
        CHECK(on.post("/v1/sessions", body.dump()).error() == "SUBSCRIPTION_REQUIRED");
    on.agree("0", "0.05");
    CHECK(on.post("/v1/sessions", any_task).error() == "TASK_ALREADY_RUNNING");
}

TEST_CASE("what one account does is not there for another", "[sessions]")
{
    with_plan on;
    const auto ours = on.begin({{"phone_id", on.phone_id}});
    const auto theirs = on.post("/v1/sessions", any_task);
    REQUIRE(theirs.status == 201);
    const headers ada{{"X-API-Key", on.key}};
    CHECK(on.client.ask("GET", session_path(ours), ada).error() == "SESSION_NOT_FOUND");
    CHECK(on.client.ask("GET", session_path(ours, "/events"), ada).error() == "SESSION_NOT_FOUND");
    for (const auto* what : {"pause", "resume", "interrupt", "stop"})
        CHECK(on.post(session_path(ours, "/" + std::string(what))).error() == "SESSION_NOT_FOUND");
    CHECK(on.post(session_path(ours, "/messages"), R"({"message": "x"})").error() ==
          "SESSION_NOT_FOUND");
    CHECK(on.client.ask("GET", "/v1/sessions", ada).json().at("sessions").size() == 1);
    CHECK(on.client.get("/v1/sessions").json().at("sessions").size() == 1);
}

} // namespace thimble::service::test
