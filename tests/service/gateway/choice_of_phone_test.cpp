// Choice among several phones: the one that is meant answers, and none waits for another.
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

std::string connection(http_client& client, const std::string& id)
{
    return client.get("/v1/phones/" + id + "/status").json().at("connection_status");
}

} // namespace

TEST_CASE("without a phone there is none to be meant", "[service]")
{
    running_service running;
    http_client client(running.port());
    const auto answer = client.post("/v1/tap", R"({"x":1,"y":1})");
    CHECK(answer.status == 404);
    CHECK(answer.error() == "NO_PHONES_CONNECTED");
    CHECK(answer.field("x-phone-id").empty());
}

TEST_CASE("the only connected phone is meant", "[service]")
{
    running_service running;
    auto other = phone("udid-2");
    other.attached = false;
    running.attach(other);
    const auto id = running.attach(phone("udid-1"));
    http_client client(running.port());
    CHECK(client.post("/v1/tap", R"({"x":1,"y":1})").field("x-phone-id") == id);
}

TEST_CASE("of several phones the selected one is meant", "[service]")
{
    running_service running;
    const auto first = running.attach(phone("udid-1"));
    auto second_state = phone("udid-2", "Second");
    const auto second = running.attach(second_state);
    http_client client(running.port());

    const auto refused = client.get("/v1/screenshot");
    CHECK(refused.status == 400);
    CHECK(refused.error() == "NO_PHONE_SELECTED");

    const auto selected = client.post("/v1/phones/" + second + "/select");
    CHECK(selected.status == 200);
    CHECK(selected.json().at("status") == "completed");
    CHECK(selected.json().at("phone_id") == second);
    CHECK(selected.json().at("name") == "Second");
    CHECK(selected.json().at("display_name").is_null());
    CHECK(selected.json().at("width") == 620);
    CHECK(selected.json().at("height") == 1344);
    CHECK(selected.json().at("id") != second);
    CHECK(client.post("/v1/home").field("x-phone-id") == second);
    CHECK(client.post("/v1/select").field("x-phone-id") == second);

    second_state.attached = false;
    running.attach(second_state);
    CHECK(client.post("/v1/home").field("x-phone-id") == first);
    running.attach(phone("udid-3"));
    CHECK(client.post("/v1/home").error() == "NO_PHONE_SELECTED");
}

TEST_CASE("the first phone is active until another is selected", "[service]")
{
    running_service running;
    auto first_state = phone("udid-1");
    const auto first = running.attach(first_state);
    const auto second = running.attach(phone("udid-2"));
    http_client client(running.port());
    CHECK(connection(client, first) == "online");
    CHECK(connection(client, second) == "available");

    client.post("/v1/phones/" + second + "/select");
    CHECK(connection(client, first) == "available");
    CHECK(connection(client, second) == "online");

    client.post("/v1/phones/" + first + "/select");
    first_state.attached = false;
    running.attach(first_state);
    CHECK(connection(client, first) == "offline");
    CHECK(connection(client, second) == "online");
}

TEST_CASE("a phone is told to be selected only where that was asked for", "[service]")
{
    running_service running;
    const auto first = running.attach(phone("udid-1"));
    const auto second = running.attach(phone("udid-2"));
    http_client client(running.port());
    const auto selected = [&] {
        std::vector<std::string> out;
        for (const auto& each : client.get("/v1/phones").json())
            if (each.at("selected") == true)
                out.push_back(each.at("id"));
        return out;
    };
    CHECK(connection(client, first) == "online"); // active by itself, which is no choice
    CHECK(selected().empty());
    client.post("/v1/phones/" + first + "/select");
    CHECK(selected() == std::vector{first});
    client.post("/v1/phones/" + second + "/select");
    CHECK(selected() == std::vector{second});
}

TEST_CASE("a selection that fails selects nothing", "[service]")
{
    running_service running;
    const auto first = running.attach(phone("udid-1"));
    running.attach(phone("udid-2"));
    running.direct([&](auto& desktop) {
        desktop.script = [](const link::command& what) {
            return failure(what, "ACTION_FAILED", link::outcome::unknown);
        };
    });
    http_client client(running.port());
    CHECK(client.post("/v1/phones/" + first + "/select").status == 502);
    CHECK(client.get("/v1/phones").json().at(0).at("selected") == false);
    CHECK(client.post("/v1/home").error() == "NO_PHONE_SELECTED");
}

TEST_CASE("a phone keeps its id wherever it is attached", "[service]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1"));
    CHECK(id[14] == '5');
    const auto other = running.another_desktop();
    running.at_home([&] {
        running.service().desktop_connected({.id = "other", .name = "", .version = ""}, other);
        running.service().phone_changed("other", phone("udid-1"));
        auto gone = phone("udid-1");
        gone.attached = false;
        running.service().phone_changed(desktop_id, gone); // the old desktop tells so late
    });
    http_client client(running.port());
    const auto record = client.get("/v1/phones").json().at(0);
    CHECK(record.at("id") == id);
    CHECK(record.at("connected_mac_id") == "other");
    CHECK(client.post("/v1/home").status == 200);
    running.at_home([&] { CHECK(other->seen.received.size() == 1); });
    CHECK(running.seen().received.empty());
}

TEST_CASE("an answer from another phone is never taken", "[service]")
{
    running_service running;
    running.attach(phone("udid-1"));
    running.direct([&](auto& desktop) {
        desktop.script = [](const link::command& what) {
            auto out = picture(what, "somebody else's screen");
            out.udid = "udid-2";
            return out;
        };
    });
    http_client client(running.port());
    const auto answer = client.get("/v1/screenshot");
    CHECK(answer.status == 500);
    CHECK(answer.error() == "INTERNAL_ERROR");
    CHECK(answer.body.find("somebody") == std::string::npos);
}

TEST_CASE("phones do not wait for one another", "[service]")
{
    running_service running;
    const auto first = running.attach(phone("udid-1"));
    const auto second = running.attach(phone("udid-2"));
    running.direct([](auto& desktop) { desktop.hold("udid-1"); });
    http_client client(running.port());
    client.post("/v1/phones/" + first + "/tap?async=true", R"({"x":1,"y":1})");
    CHECK(client.post("/v1/phones/" + second + "/tap", R"({"x":1,"y":1})").status == 200);
    CHECK(client.get("/v1/phones/" + first + "/status").json().at("queue_depth") == 1);
    CHECK(client.get("/v1/phones/" + second + "/status").json().at("queue_depth") == 0);
    running.direct([](auto& desktop) { desktop.release(); });
}

} // namespace thimble::service::test
