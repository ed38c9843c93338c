// Desktops over REST: asked for, let in, listed, revoked.
#include "tests/catch2.hpp"
#include "tests/service/accounts_fixture.hpp"
#include "tests/service/http_client.hpp"

namespace thimble::service::test {

namespace {

using nlohmann::json;

struct with_clients : with_two_accounts {
    reply as(const std::string& key,
             const std::string& method,
             const std::string& target,
             const std::string& body = "")
    {
        return client.ask(method, target, {{"X-API-Key", key}}, body);
    }

    json begin(const std::string& name = "Ada's desk")
    {
        const auto answer = client.ask("POST", "/v1/enrolments", {}, json{{"name", name}}.dump());
        REQUIRE(answer.status == 201);
        return answer.json();
    }

    reply look(const json& begun)
    {
        return client.ask(
            "GET", "/v1/enrolments/" + begun.at("id").get<std::string>(),
            {{"Authorization", "Bearer " + begun.at("poll_token").get<std::string>()}});
    }

    reply approve(const std::string& key, const std::string& code)
    {
        return as(key, "POST", "/v1/desktops/approve", json{{"code", code}}.dump());
    }

    json desktops(const std::string& key)
    {
        return as(key, "GET", "/v1/desktops").json().at("desktops");
    }

    reply revoke(const std::string& key, const std::string& id)
    {
        return as(key, "DELETE", "/v1/desktops/" + id);
    }

    http_client client{running.port()};
};

} // namespace

TEST_CASE("a desktop is let in without a key of its own", "[service]")
{
    with_clients on;
    const auto begun = on.begin();
    CHECK(begun.at("code").get<std::string>().size() == 9);
    CHECK(begun.at("interval_s") == 1);
    CHECK(on.look(begun).json() == json{{"id", begun.at("id")}, {"status", "pending"}});
    auto typed = begun.at("code").get<std::string>();
    typed.erase(4, 1);
    for (auto& letter : typed)
        letter = static_cast<char>(letter - 'A' + 'a');
    const auto approved = on.approve(on.ada_key, typed);
    CHECK(approved.status == 200);
    const auto record = approved.json();
    CHECK(record.at("name") == "Ada's desk");
    CHECK(record.at("state") == "offline");
    CHECK(record.at("version").is_null());
    CHECK(record.at("phones").empty());
    CHECK(record.at("enrolled") == true);
    CHECK(record.at("last_seen_at").is_null());
    const auto seen = on.look(begun);
    CHECK(seen.field("cache-control") == "no-store");
    CHECK(seen.json().at("status") == "approved");
    CHECK(seen.json().at("desktop_id") == record.at("id"));
    CHECK(seen.json().at("name") == "Ada's desk");
    CHECK(seen.json().at("token").get<std::string>().starts_with("td_"));
    CHECK(on.desktops(on.ada_key) == json::array({record}));
    CHECK_FALSE(on.running.logged().contains(seen.json().at("token").get<std::string>()));
    CHECK_FALSE(on.running.logged().contains(begun.at("poll_token").get<std::string>()));
}

TEST_CASE("an enrolment is not there for who has not begun it", "[service]")
{
    with_clients on;
    const auto begun = on.begin();
    const auto path = "/v1/enrolments/" + begun.at("id").get<std::string>();
    const std::string unknown = "/v1/enrolments/6f0d2a44-3c5c-4c52-9a0e-2a7f2c1f3b10";
    for (const auto& fields : {headers{}, headers{{"Authorization", "Bearer tp_wrong"}},
                               headers{{"X-API-Key", on.ada_key}}}) {
        const auto refused = on.client.ask("GET", path, fields);
        const auto missing = on.client.ask("GET", unknown, fields);
        CHECK(refused.status == 404);
        CHECK(refused.error() == "DATA_NOT_FOUND");
        CHECK(refused.json().at("message") == missing.json().at("message"));
    }
}

TEST_CASE("a desktop's name is one that a person can read", "[service]")
{
    with_clients on;
    const auto ask = [&](const std::string& body) {
        return on.client.ask("POST", "/v1/enrolments", {}, body).error();
    };
    CHECK(ask("") == "EMPTY_BODY");
    CHECK(ask("{}") == "INVALID_ARGUMENT");
    for (const auto& name : {std::string(), std::string(81, 'n'), std::string("a\nb"),
                             std::string("\x1b[2J"), std::string("a\xC2\x85")})
        CHECK(ask(json{{"name", name}}.dump()) == "INVALID_ARGUMENT");
    CHECK(on.begin("Büro 机").contains("code"));
}

TEST_CASE("a stranger who sends a long body is not listened to", "[service]")
{
    with_clients on;
    on.client.send("POST /v1/enrolments HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n");
    CHECK(on.client.receive().error() == "PAYLOAD_TOO_LARGE");
}

TEST_CASE("an account neither sees nor revokes the desktops of another", "[service]")
{
    with_clients on;
    const auto id =
        on.approve(on.ada_key, on.begin().at("code")).json().at("id").get<std::string>();
    CHECK(on.desktops(on.bob_key).empty());
    const auto foreign = on.revoke(on.bob_key, id);
    CHECK(foreign.status == 404);
    CHECK(foreign.error() == "DESKTOP_NOT_FOUND");
    CHECK(on.revoke(on.ada_key, id).status == 204);
    CHECK(on.revoke(on.ada_key, id).error() == "DESKTOP_NOT_FOUND");
    CHECK(on.desktops(on.ada_key).empty());
}

TEST_CASE("a wrong code is not found, and what is no code is an argument", "[service]")
{
    with_clients on;
    CHECK(on.approve(on.ada_key, "BCDF-GHJK").error() == "DATA_NOT_FOUND");
    CHECK(on.approve(on.ada_key, "ABCD-EFGH").error() == "INVALID_ARGUMENT");
    CHECK(on.approve("tk_wrong", "BCDF-GHJK").error() == "INVALID_API_KEY");
    reply refused;
    int guesses = 1; // on a slow machine a few more than at once, because time brings some back
    for (; guesses < 100 && refused.status != 429; ++guesses) {
        refused = on.approve(on.ada_key, "BCDF-GHJK");
        CHECK((refused.status == 429 || refused.error() == "DATA_NOT_FOUND"));
    }
    CHECK(guesses > 10); // with the one that was refused
    REQUIRE(refused.status == 429);
    CHECK(std::stoi(refused.field("retry-after")) > 0);
}

TEST_CASE("a desktop is shown with its phones while it is there", "[service]")
{
    with_clients on;
    const auto id = on.approve(api_key, on.begin().at("code")).json().at("id").get<std::string>();
    const auto shown = [&] { // beside the desktop of the process
        const auto all = on.desktops(api_key);
        REQUIRE(all.size() == 2);
        return all[1];
    };
    const auto via = on.running.another_desktop();
    on.running.at_home([&] {
        on.running.service().desktop_connected({.id = id, .name = "Desk", .version = "1"}, via);
        on.running.service().phone_changed(id, phone("udid-1"));
    });
    CHECK(shown().at("state") == "connected");
    CHECK(shown().at("phones").size() == 1);
    CHECK(shown().at("blockers").empty());
    on.running.at_home([&] {
        on.running.service().host_changed(id, {{.code = "USB_PERMISSION",
                                                .message = "A phone is on USB.",
                                                .remedy = "Install the rules.",
                                                .since = {}}});
    });
    CHECK(shown().at("blockers").at(0).at("code") == "USB_PERMISSION");
    on.running.at_home([&] { on.running.service().desktop_gone(id); });
    CHECK(shown().at("state") == "offline");
    CHECK(shown().at("phones").empty());
    CHECK(shown().at("blockers").empty());
    CHECK(shown().at("last_seen_at").is_string());
}

TEST_CASE("the desktop of this process is listed and cannot be revoked", "[service]")
{
    running_service running;
    const auto phone_id = running.attach(phone("udid-1"));
    http_client client(running.port());
    const auto listed = client.get("/v1/desktops").json().at("desktops");
    REQUIRE(listed.size() == 1);
    CHECK(listed[0].at("id") == desktop_id);
    CHECK(listed[0].at("state") == "connected");
    CHECK(listed[0].at("version") == "1");
    CHECK(listed[0].at("enrolled") == false);
    CHECK(listed[0].at("phones") == json::array({phone_id}));
    CHECK(listed[0].at("created_at").is_null());
    const auto refused =
        client.ask("DELETE", std::string("/v1/desktops/") + desktop_id, {{"X-API-Key", api_key}});
    CHECK(refused.status == 422);
    CHECK(refused.json().at("context").at("reason") == "in_this_process");
    CHECK(client.get("/v1/desktops").json().at("desktops").size() == 1);
}

TEST_CASE("an operator lets desktops in, lists and revokes them, at once", "[service]")
{
    with_clients on;
    const auto begun = on.begin();
    const std::string code = begun.at("code");
    CHECK_FALSE(on.ask("desktop approve", {{"code", code}, {"account", "carol"}}).done);
    CHECK_FALSE(on.ask("desktop approve", {{"code", "BCDF"}, {"account", "ada"}}).done);
    CHECK_FALSE(on.ask("desktop approve", {{"code", "BCDF-GHJK"}, {"account", "ada"}}).done);
    const auto approved = on.ask("desktop approve", {{"code", code}, {"account", "ada"}});
    REQUIRE(approved.done);
    REQUIRE(on.desktops(on.ada_key).size() == 1);
    CHECK(on.desktops(on.ada_key)[0].at("id") == approved.text);
    CHECK(on.look(begun).json().at("desktop_id") == approved.text);
    CHECK(on.ask("desktop list", {}).text.find(approved.text + "\tada\tAda's desk\t-\t") !=
          std::string::npos);
    CHECK(on.ask("desktop revoke", {{"id", approved.text}}).done);
    CHECK_FALSE(on.ask("desktop revoke", {{"id", approved.text}}).done);
    CHECK(on.desktops(on.ada_key).empty());
    CHECK(on.look(begun).error() == "DATA_NOT_FOUND");
}

} // namespace thimble::service::test
