// Finding and waiting, and the end of an app.
#include "tests/service/rest/screen_fixture.hpp"

#include <algorithm>
#include <chrono>
#include <future>

namespace thimble::service::test {

using nlohmann::json;

TEST_CASE("an element is found with a ref, and nothing is touched", "[service]")
{
    with_screen on;
    const auto found = on.client.get(on.path("find?selector=Back"));
    INFO(found.body);
    REQUIRE(found.status == 200);
    const auto element = found.json().at("element");
    CHECK(element.at("label") == "Back");
    CHECK(element.at("source") == "tree");
    CHECK(on.last_command().what == link::action(link::find_element{.selector = "Back"}));
    CHECK(element.at("ref") == on.ref_of("Back"));
    CHECK(on.sent_touch("tap", {{"ref", element.at("ref")}}).held);
    CHECK(on.client.get(on.path("find?selector=Teleport")).error() == "ELEMENT_NOT_FOUND");
    CHECK(on.client.get(on.path("find")).error() == "INVALID_ARGUMENT");
}

TEST_CASE("a wait ends when the screen is as it is wanted", "[service]")
{
    with_screen on;
    const auto wait = [&](const json& body) {
        return on.client.post(on.path("wait"), body.dump());
    };
    const auto there = wait({{"selector", "Save"}});
    INFO(there.body);
    CHECK(there.json().at("element").at("label") == "Save");
    CHECK(there.json().at("ambiguous") == false);
    CHECK(there.json().at("candidates").empty());
    CHECK(wait({{"selector", "Teleport"}, {"until", "gone"}}).status == 200);
    CHECK(wait({{"until", "still"}}).status == 200);
    CHECK(wait({{"until", "there"}}).error() == "INVALID_ARGUMENT");
    CHECK(wait({{"selector", "x"}, {"timeout_ms", 60'001}}).error() == "INVALID_ARGUMENT");
    const auto late = wait({{"selector", "Teleport"}, {"timeout_ms", 0}});
    CHECK(late.status == 408);
    CHECK(late.error() == "TIMEOUT");
    CHECK(late.json().at("context").at("outcome") == "not_sent");
}

TEST_CASE("several elements that fit are there, and the answer says that they are several",
          "[service]")
{
    with_screen on;
    on.show({element("Delete", 100), element("Delete", 200), element("Back", 300)});
    const auto wait = [&](const json& body) {
        return on.client.post(on.path("wait"), body.dump());
    };
    const auto found = on.client.get(on.path("find?selector=Delete"));
    CHECK(found.json().at("context").at("reason") == "ambiguous");
    const auto there = wait({{"selector", "Delete"}});
    INFO(there.body);
    REQUIRE(there.status == 200);
    CHECK(there.json().at("element").is_null());
    CHECK(there.json().at("ambiguous") == true);
    const json expected{{"label", "Delete"}, {"type", "Button"}, {"x", 10},
                        {"y", 200},          {"width", 100},     {"height", 40}};
    REQUIRE(there.json().at("candidates").size() == 2);
    CHECK(there.json().at("candidates").at(1) == expected);
}

TEST_CASE("several elements that fit are not gone", "[service]")
{
    with_screen on;
    on.show({element("Delete", 100), element("Delete", 200)});
    const json gone{{"selector", "Delete"}, {"until", "gone"}, {"timeout_ms", 0}};
    CHECK(on.client.post(on.path("wait"), gone.dump()).error() == "TIMEOUT");
    on.show(json::array());
    const auto answer = on.client.post(on.path("wait"), gone.dump());
    INFO(answer.body);
    REQUIRE(answer.status == 200);
    CHECK(answer.json().at("ambiguous") == false);
    CHECK(answer.json().at("candidates").empty());
}

TEST_CASE("a wait looks again until the element comes, and touches go by", "[service]")
{
    with_screen on;
    auto waiting = std::async(std::launch::async, [&] {
        return http_client(on.running.port())
            .post(on.path("wait"), json{{"selector", "New"}, {"timeout_ms", 30'000}}.dump());
    });
    REQUIRE(on.running.until([](const auto& seen) { return seen.received.size() >= 2; }));
    on.sent("home", json::object());
    on.show(json::array({element("New", 100)}));
    CHECK(waiting.get().json().at("element").at("label") == "New");
}

TEST_CASE("a wait ends with its caller", "[service]")
{
    with_screen on;
    {
        http_client impatient(on.running.port());
        const json body{{"selector", "New"}, {"timeout_ms", 60'000}};
        impatient.send("POST " + on.path("wait") +
                       " HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: " + std::string(api_key) +
                       "\r\nContent-Type: application/json\r\nContent-Length: " +
                       std::to_string(body.dump().size()) + "\r\n\r\n" + body.dump());
        REQUIRE(on.running.until([](const auto& seen) { return !seen.received.empty(); }));
        impatient.close();
    }
    CHECK(on.running.logs("/wait status=408")); // long before its time is over
    const auto looks = on.running.seen().received.size();
    on.sent("home", json::object()); // one more command, and no look beside it
    const auto seen = on.running.seen().received;
    CHECK(seen.size() == looks + 1);
}

TEST_CASE("an account has so many waits at a time, and no more", "[service]")
{
    with_screen on;
    std::vector<std::unique_ptr<http_client>> all;
    const json body{{"selector", "New"}, {"timeout_ms", 60'000}};
    const auto request = "POST " + on.path("wait") +
                         " HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: " + std::string(api_key) +
                         "\r\nContent-Type: application/json\r\nContent-Length: " +
                         std::to_string(body.dump().size()) + "\r\n\r\n" + body.dump();
    const auto wait_once_more = [&] {
        all.push_back(std::make_unique<http_client>(on.running.port()));
        all.back()->send(request);
    };
    for (int at = 0; at < 32; ++at)
        wait_once_more();
    // Until all have begun there is room; a wait that ends at once takes none.
    const auto more = json{{"selector", "New"}, {"timeout_ms", 1}}.dump();
    auto refused = on.client.post(on.path("wait"), more);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (refused.error() == "TIMEOUT" && std::chrono::steady_clock::now() < deadline) {
        wait_once_more(); // one of them may have come while this had the last place
        refused = on.client.post(on.path("wait"), more);
    }
    CHECK(refused.error() == "QUEUE_FULL");
    CHECK(refused.field("retry-after") != "");
}

TEST_CASE("an app is ended by its bundle id", "[service]")
{
    with_screen on;
    CHECK(on.sent("apps/com.apple.mobilenotes/terminate", json::object()) ==
          link::action(link::terminate_app{.bundle_id = "com.apple.mobilenotes"}));
    CHECK(on.client.post("/v1/apps/com.apple.mobilenotes/terminate").status == 200);
    const auto long_id = std::string(201, 'x');
    CHECK(on.client.post(on.path("apps/" + long_id + "/terminate")).error() == "INVALID_ARGUMENT");
    for (const auto* wrong : {"..%2F..%2Fetc", "%2e%2e", "a%20b", "a;b", "%C3%A9.app"}) {
        INFO(wrong);
        const auto refused = on.client.post(on.path("apps/" + std::string(wrong) + "/terminate"));
        CHECK(refused.status == 422);
        CHECK(refused.error() == "INVALID_ARGUMENT");
    }
    json step{{"action", "terminate-app"}, {"bundle_id", "../../etc"}};
    const json wrong_batch{{"steps", {step}}};
    CHECK(on.client.post(on.path("batch"), wrong_batch.dump()).status == 422);
    step["bundle_id"] = "a.b";
    const auto batch = on.sent("batch", {{"steps", {step}}});
    CHECK(std::get<link::terminate_app>(std::get<link::batch>(batch).steps.at(0)).bundle_id ==
          "a.b");
}

} // namespace thimble::service::test
