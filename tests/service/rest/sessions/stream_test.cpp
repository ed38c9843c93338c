// The events of sessions as they happen.
#include "tests/e2e/eventually.hpp"
#include "tests/service/rest/sessions/event_client.hpp"
#include "tests/service/rest/sessions/with_agent.hpp"

#include <algorithm>

namespace thimble::service::test {

using nlohmann::json;
using namespace std::chrono_literals;

namespace {

limits with_heartbeat_each(std::chrono::milliseconds time)
{
    limits out;
    out.followers.heartbeat = time;
    return out;
}

/// Reads until it has been told of that state.
bool is_told(event_client& by, const std::string& status)
{
    for (auto each = by.next(); each; each = by.next())
        if (each->event == "status" && each->data.at("data").at("status") == status)
            return true;
    return false;
}

/// The next one of that type.
json next_of(event_client& by, const std::string& type)
{
    for (auto each = by.next(); each; each = by.next())
        if (each->event == type) {
            CHECK(each->id == each->data.at("index").dump());
            return each->data.at("data");
        }
    return nullptr;
}

} // namespace

TEST_CASE("a session is followed to its end", "[sessions]")
{
    with_agent on;
    const auto made = on.begin();
    event_client live(on.running.port(), session_path(made, "/events"));
    CHECK(live.head().status == 200);
    CHECK(live.head().field("content-type") == "text/event-stream");
    CHECK(live.head().field("x-phone-id") == on.phone_id);
    CHECK(is_told(live, "running"));
    on.tell(made.at("id"), "pause");
    CHECK(is_told(live, "paused"));
    on.tell(made.at("id"), "messages", R"({"message": "Grüße\nund mehr"})");
    CHECK(next_of(live, "message").at("text") == "Grüße\nund mehr");
    on.tell(made.at("id"), "stop");
    CHECK(is_told(live, "killed"));
    CHECK(live.ends());
}

TEST_CASE("an agent is watched until its claim has been checked", "[sessions]")
{
    with_agent on(quick_model);
    const auto made = on.begin();
    event_client live(on.running.port(), session_path(made, "/events"));
    const auto shown = next_of(live, "screenshot");
    const auto picture = on.client.get(shown.at("url").get<std::string>());
    CHECK(picture.status == 200);
    CHECK(shown.at("frame_id") == picture.field("x-frame-id"));
    CHECK(next_of(live, "text").at("text") == "I see it.");
    CHECK(next_of(live, "tool_use").at("name") == "done");
    CHECK_FALSE(next_of(live, "verdict").is_null());
    CHECK(is_told(live, "completed"));
    CHECK(live.ends());
    const auto ended = on.session(made.at("id"));
    CHECK(ended.at("status") == "completed");
    CHECK(ended.at("result") == "It was done already.");
    CHECK(ended.at("num_turns") == 1);
}

TEST_CASE("a stream tells what the pages tell", "[sessions]")
{
    with_agent on;
    const auto made = on.begin();
    on.tell(made.at("id"), "stop");
    REQUIRE(on.becomes(made.at("id"), "killed"));
    const auto page = on.client.get(session_path(made, "/events")).json();
    event_client live(on.running.port(), session_path(made, "/events"));
    auto told = json::array();
    for (const auto& each : live.rest())
        told.push_back(each.data);
    CHECK(told == page.at("events"));
    event_client again(on.running.port(), session_path(made, "/events"), {{"Last-Event-ID", "0"}});
    CHECK(again.rest().size() == told.size() - 1);
    const auto last = page.at("events").back().at("index").dump();
    event_client later(on.running.port(), session_path(made, "/events?since=" + last));
    const auto first = later.next();
    REQUIRE(first);
    CHECK(first->id == last);
    event_client late(on.running.port(), session_path(made, "/events"), {{"Last-Event-ID", last}});
    CHECK(late.rest().empty());
}

TEST_CASE("a stream that nothing happens in has a heartbeat", "[sessions]")
{
    with_agent on(slow_model, with_heartbeat_each(20ms));
    const auto made = on.begin();
    event_client live(on.running.port(), session_path(made, "/events"));
    int beats = 0;
    while (beats < 3) {
        const auto line = live.line();
        REQUIRE(line);
        beats += line->starts_with(":") ? 1 : 0;
    }
    on.tell(made.at("id"), "stop");
    CHECK(is_told(live, "killed"));
}

TEST_CASE("what is no index to go on from is refused", "[sessions]")
{
    with_agent on;
    const auto made = on.begin();
    const event_client live(on.running.port(), session_path(made, "/events"),
                            {{"Last-Event-ID", "seven"}});
    CHECK(live.head().status == 422);
}

TEST_CASE("a revoked key ends what it follows, and no other does", "[sessions]")
{
    with_agent on;
    const auto made = on.begin();
    const auto key = on.client.post("/v1/keys", R"({"name": "viewer"})").json();
    event_client theirs(on.running.port(), session_path(made, "/events"),
                        {{"X-API-Key", key.at("key")}});
    event_client ours(on.running.port(), session_path(made, "/events"));
    REQUIRE(is_told(theirs, "running"));
    CHECK(
        on.client
            .ask("DELETE", "/v1/keys/" + key.at("id").get<std::string>(), {{"X-API-Key", api_key}})
            .status == 204);
    CHECK(theirs.ends());
    on.tell(made.at("id"), "stop");
    CHECK(is_told(ours, "killed"));
}

TEST_CASE("a follower that goes away makes room for another", "[sessions]")
{
    limits granted;
    granted.followers.followers_of_session = 1;
    with_agent on(slow_model, granted);
    const auto made = on.begin();
    event_client first(on.running.port(), session_path(made, "/events"));
    CHECK(first.head().status == 200);
    CHECK(event_client(on.running.port(), session_path(made, "/events")).head().status == 503);
    first.close();
    CHECK(e2e::eventually(5s, [&] {
        return event_client(on.running.port(), session_path(made, "/events")).head().status == 200;
    }));
}

TEST_CASE("the end of the service ends its streams", "[sessions]")
{
    with_agent on;
    const auto made = on.begin();
    event_client live(on.running.port(), session_path(made, "/events"));
    REQUIRE(is_told(live, "running"));
    on.running.begin_to_stop();
    CHECK(live.ends());
    on.running.wait_for_end();
}

} // namespace thimble::service::test
