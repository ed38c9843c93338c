// Sessions begun, shown and listed.
#include "service/admin/admin_client.hpp"
#include "service/admin/admin_handler.hpp"
#include "tests/service/rest/sessions/with_agent.hpp"
#include "tests/service/service_with_phone.hpp"
#include "tests/store/store_in.hpp"
#include "text/uuid.hpp"

namespace thimble::service::test {

using nlohmann::json;

TEST_CASE("a session begins as it was ordered", "[sessions]")
{
    with_agent on;
    const auto made = on.client.post(
        "/v1/sessions", json{{"instruction", "Water the plants"}, {"max_turns", 7}}.dump());
    REQUIRE(made.status == 201);
    CHECK(made.field("x-phone-id") == on.phone_id);
    auto record = made.json();
    CHECK(is_uuid(record.at("id").get<std::string>()));
    CHECK(record.at("created_at").is_string());
    record.erase("id");
    record.erase("created_at");
    CHECK(record == json{{"phone_id", on.phone_id},
                         {"instruction", "Water the plants"},
                         {"status", "creating"},
                         {"cost_usd", 0.0},
                         {"duration_ms", 0},
                         {"num_turns", 0},
                         {"error", nullptr},
                         {"started_at", nullptr},
                         {"completed_at", nullptr},
                         {"model", "m-1"},
                         {"result", nullptr},
                         {"max_turns", 7},
                         {"max_cost_usd", nullptr},
                         {"timeout_s", 1800},
                         {"waiting_for", nullptr},
                         {"recording_id", nullptr}});
}

TEST_CASE("no session begins on a phone that has pictures and takes no touch", "[sessions]")
{
    with_agent on;
    auto untouchable = phone("untouchable");
    untouchable.capabilities = {"home", "screenshot"};
    untouchable.blockers = {{.code = "DRIVER_NOT_INSTALLED",
                             .message = "No runner.",
                             .remedy = "Install it.",
                             .since = {}}};
    const auto id = on.running.attach(untouchable);
    const auto begin = [&] {
        return on.client.post("/v1/sessions",
                              json{{"phone_id", id}, {"instruction", "Wait"}}.dump());
    };
    const auto refused = begin();
    CHECK(refused.error() == "PHONE_NOT_READY");
    CHECK(refused.json().at("context").at("blockers").at(0).at("code") == "DRIVER_NOT_INSTALLED");

    // A lock alone hinders none: it may be opened meanwhile.
    auto locked = phone("untouchable");
    locked.blockers = {{.code = "LOCKED", .message = "Locked.", .remedy = "Unlock.", .since = {}}};
    REQUIRE(on.running.attach(locked) == id);
    CHECK(begin().status == 201);
}

TEST_CASE("a session is shown as it is now", "[sessions]")
{
    with_agent on;
    const auto made = on.begin();
    REQUIRE(on.becomes(made.at("id"), "running"));
    const auto shown = on.client.get(session_path(made));
    CHECK(shown.field("x-phone-id") == on.phone_id);
    CHECK(shown.json().at("id") == made.at("id"));
    CHECK(shown.json().at("started_at").is_string());
    CHECK(on.client.get("/v1/phones/" + on.phone_id + "/status").json().at("active_session_id") ==
          made.at("id"));
    CHECK(on.tell(made.at("id"), "stop").status == 204);
    CHECK(on.becomes(made.at("id"), "killed"));
    CHECK(on.client.get("/v1/phones/" + on.phone_id + "/status")
              .json()
              .at("active_session_id")
              .is_null());
}

TEST_CASE("one account's sessions leave room for another's", "[sessions]")
{
    limits few;
    few.runs.live_sessions = 16;
    with_agent on(slow_model, few, [](server_options& options) { options.takes_operators = true; });
    const auto begin_on = [&](int number) {
        const auto id = on.running.attach(phone("udid-" + std::to_string(number)));
        return on.client.post("/v1/sessions",
                              json{{"phone_id", id}, {"instruction", "Wait"}}.dump());
    };
    for (int each = 1; each <= 9; ++each) // alone it may have them all
        REQUIRE(begin_on(each).status == 201);
    const auto made =
        ask_running_service(admin_handler::socket_in(on.running.state_dir()),
                            {.command = "account create", .arguments = {{"name", "ada"}}});
    REQUIRE(made);
    REQUIRE(made->done);
    const auto refused = begin_on(10);
    CHECK(refused.status == 503);
    CHECK(refused.error() == "QUEUE_FULL");
    CHECK(refused.json().at("message").get<std::string>().contains("account"));
    CHECK(refused.json().at("context").at("limit") == 8);
}

TEST_CASE("a session may name no model but those that are allowed", "[sessions]")
{
    with_agent on(slow_model, {}, [](server_options& options) { options.model->others = {"m-2"}; });
    const auto ask_for = [&](const char* model) {
        return on.client.post("/v1/sessions",
                              json{{"instruction", "Tap"}, {"model", model}}.dump());
    };
    const auto refused = ask_for("m-expensive");
    CHECK(refused.error() == "INVALID_ARGUMENT");
    CHECK(refused.json().at("context").at("field") == "model");
    CHECK(refused.json().at("context").at("allowed") == json{"m-1", "m-2"});
    CHECK(refused.json().at("message").get<std::string>().find("m-1, m-2") != std::string::npos);
    const auto begun = ask_for("m-2");
    CHECK(begun.status == 201);
    CHECK(begun.json().at("model") == "m-2");
}

TEST_CASE("an order that is not in order begins nothing", "[sessions]")
{
    with_agent on;
    const auto code_for = [&](const std::string& body) {
        return on.client.post("/v1/sessions", body).error();
    };
    CHECK(code_for("") == "EMPTY_BODY");
    CHECK(code_for("{}") == "INVALID_ARGUMENT");
    for (const auto& wrong : {json{{"instruction", ""}}, json{{"instruction", " \n"}},
                              json{{"instruction", std::string(10'001, 'x')}},
                              json{{"instruction", "x"}, {"max_turns", 0}},
                              json{{"instruction", "x"}, {"timeout_s", 1.5}},
                              json{{"instruction", "x"}, {"max_cost_usd", -1}},
                              json{{"instruction", "x"}, {"phone_id", "two\nlines"}}})
        CHECK(code_for(wrong.dump()) == "INVALID_ARGUMENT");
    for (const auto& nobodys : {random_uuid(), std::string("no UUID")})
        CHECK(code_for(json{{"instruction", "x"}, {"phone_id", nobodys}}.dump()) ==
              "PHONE_NOT_FOUND");
    CHECK(on.client.get("/v1/sessions").json() ==
          json{{"sessions", json::array()}, {"next_before", nullptr}});
}

TEST_CASE("a session finds its phone as a route without an id does", "[sessions]")
{
    with_agent on;
    auto away = phone("udid-1");
    away.attached = false;
    on.running.attach(away);
    const auto refused = [&](const json& more = json::object()) {
        json body{{"instruction", "x"}};
        body.update(more);
        return on.client.post("/v1/sessions", body.dump()).error();
    };
    CHECK(refused() == "NO_PHONES_CONNECTED");
    CHECK(refused({{"phone_id", on.phone_id}}) == "PHONE_NOT_CONNECTED");
    on.running.attach(phone("udid-1"));
    const auto other = on.running.attach(phone("udid-2"));
    CHECK(refused() == "NO_PHONE_SELECTED");
    CHECK(on.client.post("/v1/sessions", R"({"instruction":"x"})").body.contains("`phone_id`"));
    CHECK(on.client.post("/v1/phones/" + other + "/select").status == 200);
    CHECK(on.begin().at("phone_id") == other);
    CHECK(refused({{"phone_id", "Ada's iPhone"}}) == "PHONE_AMBIGUOUS");
    CHECK(refused({{"phone_id", "Bob's"}}) == "PHONE_NOT_FOUND");
    CHECK(on.begin({{"phone_id", "UDID-1"}}).at("phone_id") == on.phone_id);
}

TEST_CASE("a phone has one session at a time, and actions beside it", "[sessions]")
{
    with_agent on;
    const auto first = on.begin();
    const auto second = on.client.post("/v1/sessions", R"({"instruction": "Something else"})");
    CHECK(second.status == 409);
    CHECK(second.error() == "TASK_ALREADY_RUNNING");
    CHECK(second.json().at("context").at("session_id") == first.at("id"));
    CHECK(on.client.post("/v1/home").status == 200);
    CHECK(on.tell(first.at("id"), "stop").status == 204);
    CHECK(on.begin().at("id") != first.at("id"));
}

TEST_CASE("without a model there are no sessions", "[sessions]")
{
    with_phone on;
    const auto refused = on.client.post("/v1/sessions", R"({"instruction": "x"})");
    CHECK(refused.status == 503);
    CHECK(refused.error() == "MODEL_NOT_CONFIGURED");
    const auto waits = on.client.post("/v1/sessions", R"({"instruction": "x", "phone": "ios=1"})");
    CHECK(waits.error() == "MODEL_NOT_CONFIGURED");
    CHECK(on.client.get("/v1/sessions").json().at("sessions").empty());
}

TEST_CASE("a database that fails is told as that, and logged once", "[sessions]")
{
    with_phone on;
    const auto path = "/v1/sessions/" + random_uuid();
    CHECK(on.client.get(path).error() == "SESSION_NOT_FOUND");
    auto intruder =
        store::database_file::open(store::test::store_in(on.running.state_dir())).value();
    REQUIRE(intruder.run(
        [](store::transaction& in) { in.execute("ALTER TABLE sessions RENAME TO away"); }));
    const auto refused = on.client.get(path);
    CHECK(refused.status == 500);
    CHECK(refused.error() == "INTERNAL_ERROR");
    const auto log = on.running.logged();
    const auto first = log.find("no such table");
    REQUIRE(first != std::string::npos);
    CHECK(log.find("no such table", first + 1) == std::string::npos);
    CHECK(on.client.get("/v1/sessions").error() == "INTERNAL_ERROR");
    CHECK(on.client.get(path + "/events").error() == "INTERNAL_ERROR");
    CHECK(on.client.post(path + "/stop").error() == "INTERNAL_ERROR");
}

TEST_CASE("sessions are listed, the newest first", "[sessions]")
{
    with_agent on;
    const auto other = on.running.attach(phone("udid-2"));
    const auto first = on.begin({{"phone_id", on.phone_id}});
    on.tell(first.at("id"), "stop");
    const auto second = on.begin({{"phone_id", on.phone_id}});
    const auto third = on.begin({{"phone_id", other}});
    REQUIRE(on.becomes(first.at("id"), "killed"));
    REQUIRE(on.becomes(second.at("id"), "running"));
    const auto listed = [&](const std::string& query) {
        auto out = json::array();
        for (const auto& each : on.client.get("/v1/sessions" + query).json().at("sessions"))
            out.push_back(each.at("id"));
        return out;
    };
    CHECK(listed("") == json{third.at("id"), second.at("id"), first.at("id")});
    CHECK(listed("?limit=1") == json::array({third.at("id")}));
    CHECK(listed("?phone_id=" + on.phone_id) == json{second.at("id"), first.at("id")});
    CHECK(listed("?status=killed") == json::array({first.at("id")}));
    CHECK(listed("?status=completed").empty());
    for (const auto* wrong : {"?limit=0", "?limit=101", "?status=asleep"})
        CHECK(on.client.get("/v1/sessions" + std::string(wrong)).error() == "INVALID_ARGUMENT");
    CHECK(listed("?phone_id=UDID-2") == json::array({third.at("id")}));
    const auto page = on.client.get("/v1/sessions?limit=2").json();
    CHECK(page.at("next_before") == second.at("id"));
    CHECK(listed("?limit=2&before=" + second.at("id").get<std::string>()) ==
          json::array({first.at("id")}));
    CHECK(on.client.get("/v1/sessions?limit=3").json().at("next_before").is_null());
    CHECK(on.client.get("/v1/sessions?before=yesterday").error() == "INVALID_ARGUMENT");
    CHECK(on.client.get("/v1/sessions?phone_id=x").error() == "PHONE_NOT_FOUND");
}

} // namespace thimble::service::test
