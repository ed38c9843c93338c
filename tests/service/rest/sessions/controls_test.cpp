// Controls of sessions over REST.
#include "tests/service/rest/sessions/with_agent.hpp"
#include "text/uuid.hpp"

#include <cctype>

namespace thimble::service::test {

using nlohmann::json;

TEST_CASE("a session pauses, goes on, is interrupted, answered and stopped", "[sessions]")
{
    with_agent on;
    const auto made = on.begin();
    const std::string id = made.at("id");
    REQUIRE(on.becomes(id, "running"));
    const auto becomes = [&](const std::string& what, const std::string& status,
                             const std::string& body = "") {
        const auto answer = on.tell(id, what, body);
        INFO(what << " " << answer.body);
        CHECK(answer.status == 204);
        CHECK(answer.body.empty());
        CHECK(answer.field("x-phone-id") == on.phone_id);
        CHECK(on.becomes(id, status));
    };
    becomes("pause", "paused");
    becomes("pause", "paused");
    becomes("resume", "running");
    becomes("resume", "running");
    becomes("interrupt", "waiting_for_user");
    becomes("interrupt", "waiting_for_user");
    becomes("messages", "running", R"({"message": "Go on, please"})");
    becomes("interrupt", "waiting_for_user", "{}");
    becomes("message", "running", R"({"message": "Go on"})");
    becomes("stop", "killed");
}

TEST_CASE("a session that has ended takes no more orders", "[sessions]")
{
    with_agent on;
    const std::string id = on.begin().at("id");
    CHECK(on.tell(id, "stop").status == 204);
    for (const auto* what : {"pause", "resume", "interrupt", "stop"}) {
        const auto answer = on.tell(id, what);
        CHECK(answer.status == 409);
        CHECK(answer.error() == "SESSION_ENDED");
        CHECK(answer.json().at("context").at("session_id") == id);
    }
    CHECK(on.tell(id, "messages", R"({"message": "Are you there?"})").error() == "SESSION_ENDED");
}

TEST_CASE("an unknown session is told from nothing else", "[sessions]")
{
    with_agent on;
    for (const auto& id : {random_uuid(), std::string("nobody")}) {
        const auto shown = on.client.get("/v1/sessions/" + id);
        CHECK(shown.status == 404);
        CHECK(shown.error() == "SESSION_NOT_FOUND");
        CHECK(shown.json().at("context").at("session_id") == id);
        CHECK(on.client.get("/v1/sessions/" + id + "/events").error() == "SESSION_NOT_FOUND");
        CHECK(on.tell(id, "stop").error() == "SESSION_NOT_FOUND");
        CHECK(on.tell(id, "messages", R"({"message": "Hello"})").error() == "SESSION_NOT_FOUND");
    }
}

TEST_CASE("a message has to say something", "[sessions]")
{
    with_agent on;
    const std::string id = on.begin().at("id");
    CHECK(on.tell(id, "messages").error() == "EMPTY_BODY");
    for (const auto& wrong :
         {json::object(), json{{"message", ""}}, json{{"message", " "}}, json{{"message", 7}},
          json{{"message", std::string(10'001, 'x')}}, json{{"message", "bell \a"}}})
        CHECK(on.tell(id, "messages", wrong.dump()).error() == "INVALID_ARGUMENT");
}

TEST_CASE("an id is the same in upper case, and other methods are told the right ones",
          "[sessions]")
{
    with_agent on;
    const std::string id = on.begin().at("id");
    auto upper = id;
    for (auto& letter : upper)
        letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    CHECK(on.session(upper).at("id") == id);
    const auto refused = on.client.get("/v1/sessions/" + id + "/stop");
    CHECK(refused.status == 405);
    CHECK(refused.field("allow") == "OPTIONS, POST");
    CHECK(on.client.ask("OPTIONS", "/v1/sessions", {}).field("allow") ==
          "GET, HEAD, OPTIONS, POST");
}

} // namespace thimble::service::test
