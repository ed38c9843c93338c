// The events of sessions, page by page.
#include "tests/service/rest/sessions/with_agent.hpp"

namespace thimble::service::test {

using nlohmann::json;

TEST_CASE("events are read from an index on, without gaps", "[sessions]")
{
    with_agent on;
    const auto made = on.begin();
    REQUIRE(on.becomes(made.at("id"), "running"));
    on.tell(made.at("id"), "messages", R"({"message": "Quickly, please"})");
    on.tell(made.at("id"), "stop");
    REQUIRE(on.becomes(made.at("id"), "killed"));
    const auto answer = on.client.get(session_path(made, "/events"));
    REQUIRE(answer.status == 200);
    CHECK(answer.field("x-phone-id") == on.phone_id);
    const auto page = answer.json();
    const auto& events = page.at("events");
    for (std::size_t index = 0; index < events.size(); ++index) {
        const auto& each = events[index];
        CHECK(each.at("index") == index);
        CHECK(each.size() == 4);
        CHECK(each.at("ts").is_string());
        CHECK(each.at("data").at("turn").is_number_unsigned());
    }
    CHECK(page.at("next_index") == events.size());
    CHECK(events.front().at("data").at("status") == "creating");
    CHECK(events.back().at("type") == "status");
    CHECK(events.back().at("data").at("status") == "killed");

    const auto rest = on.client.get(session_path(made, "/events?since=1")).json();
    CHECK(rest.at("events").size() == events.size() - 1);
    CHECK(rest.at("events").front() == events[1]);
    const auto none =
        on.client.get(session_path(made, "/events?since=" + page.at("next_index").dump()));
    CHECK(none.json().at("events").empty());
    CHECK(none.json().at("next_index") == page.at("next_index"));
}

TEST_CASE("what makes no index is refused", "[sessions]")
{
    with_agent on;
    const auto made = on.begin();
    for (const auto* wrong : {"-1", "x", "1.5", ""})
        CHECK(on.client.get(session_path(made, "/events?since=" + std::string(wrong))).error() ==
              "INVALID_ARGUMENT");
}

TEST_CASE("whoever does not name a stream gets a page", "[sessions]")
{
    with_agent on;
    const auto made = on.begin();
    const auto type_for = [&](const std::string& accept) {
        http_client client(on.running.port()); // what has no end is the last of a connection
        return client
            .ask("HEAD", session_path(made, "/events"),
                 {{"X-API-Key", api_key}, {"Accept", accept}})
            .field("content-type");
    };
    for (const auto* page : {"", "*/*", "application/json", "text/*", "text/event-stream;q=0",
                             "text/event-streams", ";,", "text/html, */*;q=0.8"})
        CHECK(type_for(page) == "application/json");
    for (const auto* stream : {"text/event-stream", "Text/Event-Stream; q=0.5",
                               "application/json;q=0.1 , text/event-stream"})
        CHECK(type_for(stream) == "text/event-stream");
}

TEST_CASE("HEAD of events has no body, of a stream neither", "[sessions]")
{
    with_agent on;
    const auto made = on.begin();
    headers fields{{"X-API-Key", api_key}};
    const auto page = on.client.ask("HEAD", session_path(made, "/events"), fields);
    CHECK(page.status == 200);
    CHECK(page.field("content-type") == "application/json");
    fields["Accept"] = "text/event-stream";
    const auto stream = on.client.ask("HEAD", session_path(made, "/events"), fields);
    CHECK(stream.status == 200);
    CHECK(stream.field("content-type") == "text/event-stream");
}

} // namespace thimble::service::test
