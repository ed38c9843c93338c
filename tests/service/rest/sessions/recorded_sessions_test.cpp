// Sessions whose screen is recorded.
#include "tests/e2e/eventually.hpp"
#include "tests/service/rest/sessions/with_agent.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

json recording_of(with_agent& on, const json& session)
{
    return on.client.get("/v1/recordings/" + session.at("recording_id").get<std::string>()).json();
}

} // namespace

TEST_CASE("a session is recorded from its beginning to its end", "[sessions][recordings]")
{
    with_agent on;
    const auto made = on.begin({{"record", true}});
    REQUIRE(made.at("recording_id").is_string());
    CHECK(on.running.until([](const auto& seen) { return !seen.streams.empty(); }));
    auto recording = recording_of(on, made);
    CHECK(recording.at("status") == "recording");
    CHECK(recording.at("session_id") == made.at("id"));
    CHECK(recording.at("max_duration_s") == 3600);
    on.running.direct([](auto& desktop) { desktop.show(live_frame("one")); });
    CHECK(e2e::eventually(std::chrono::seconds(30),
                          [&] { return recording_of(on, made).at("pictures") == 1; }));
    REQUIRE(on.becomes(made.at("id"), "running"));
    CHECK(on.tell(made.at("id"), "stop").status == 204);
    CHECK(e2e::eventually(std::chrono::seconds(30),
                          [&] { return recording_of(on, made).at("status") == "completed"; }));
    recording = recording_of(on, made);
    CHECK(recording.at("ended_by") == "session_ended");
    CHECK(on.session(made.at("id")).at("recording_id") == made.at("recording_id"));
    const auto listed =
        on.client.get("/v1/recordings?session_id=" + made.at("id").get<std::string>())
            .json()
            .at("recordings");
    REQUIRE(listed.size() == 1);
    CHECK(listed[0].at("id") == made.at("recording_id"));
}

TEST_CASE("a session is not recorded unless it is asked for", "[sessions][recordings]")
{
    with_agent on;
    CHECK(on.begin().at("recording_id").is_null());
    CHECK(on.client.get("/v1/recordings").json().at("recordings").empty());
}

TEST_CASE("a session that cannot be recorded does not begin", "[sessions][recordings]")
{
    limits none;
    none.recordings.at_once = 0;
    with_agent on(slow_model, none);
    const auto refused =
        on.client.post("/v1/sessions", json{{"instruction", "Wait"}, {"record", true}}.dump());
    CHECK(refused.error() == "QUEUE_FULL");
    CHECK(on.client.get("/v1/sessions").json().at("sessions").empty());
    CHECK(on.begin().at("status") == "creating");
}

} // namespace thimble::service::test
