// The legacy era: sessions.
#include "tests/mcp/in_process.hpp"

namespace thimble::mcp::test {

using nlohmann::json;

TEST_CASE("the revision is the client's where it is spoken here", "[mcp]")
{
    in_process in;
    for (const auto* each : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
        CHECK(to_string(in.open(each)->speaks()) == each);
    for (const auto* each : {"2026-07-28", "1999-01-01", ""})
        CHECK(in.open(each)->speaks() == revision::of_2025_11_25);
}

TEST_CASE("an opening that lacks something is refused", "[mcp]")
{
    in_process in;
    const json whole{{"protocolVersion", "2025-11-25"},
                     {"capabilities", json::object()},
                     {"clientInfo", json::object()}};
    for (const auto& [name, value] : whole.items()) {
        auto part = whole;
        part.erase(name);
        const auto opened = in.served.open({.id = 1, .method = "initialize", .params = part}, {});
        REQUIRE_FALSE(opened);
        CHECK(opened.error().code == code::invalid_params);
    }
}

TEST_CASE("a client of the legacy era is asked while the tool waits", "[mcp]")
{
    in_process in;
    const auto client = in.open("2025-11-25", {{"elicitation", json::object()}});
    const auto to = in.begin(*client, "tools/call",
                             {{"name", "test_elicitation"}, {"arguments", {{"message", "Who?"}}}});
    run_until(in.home, [&] { return !to->said.empty(); });
    const auto& asked = to->said[0];
    CHECK(asked["method"] == "elicitation/create");
    CHECK(asked["params"]["message"] == "Who?");
    client->take(reply{.id = *to_request_id(asked["id"]), .outcome = json{{"action", "decline"}}});
    run_until(in.home, [&] { return to->over(); });
    CHECK((*to->answer)["result"]["content"][0]["text"].get<std::string>().find("decline") !=
          std::string::npos);
}

TEST_CASE("a client that does not answer is told that it is too late", "[mcp]")
{
    in_process in({.name = "fixture", .version = "1", .answer_time = std::chrono::seconds(0)});
    const auto client = in.open("2025-11-25", {{"elicitation", json::object()}});
    const auto to = in.begin(*client, "tools/call",
                             {{"name", "test_elicitation"}, {"arguments", {{"message", "Who?"}}}});
    run_until(in.home, [&] { return to->over(); });
    CHECK(to->answer->contains("error"));
    CHECK(to->said.back()["method"] == "notifications/cancelled");
}

TEST_CASE("a request is cancelled by its id, in its session alone", "[mcp]")
{
    in_process in;
    const auto one = in.open("2025-11-25", {{"elicitation", json::object()}});
    const auto other = in.open("2025-11-25");
    const auto to = in.begin(*one, "tools/call",
                             {{"name", "test_elicitation"}, {"arguments", {{"message", "?"}}}});
    run_until(in.home, [&] { return !to->said.empty(); });
    const notification cancelled{.method = "notifications/cancelled",
                                 .params = {{"requestId", in.ids}}};
    other->take(cancelled);
    CHECK(one->busy());
    one->take(cancelled);
    run_until(in.home, [&] { return to->over(); });
    CHECK(to->abandoned);
    CHECK_FALSE(one->busy());
}

TEST_CASE("an id that is in use is refused", "[mcp]")
{
    in_process in;
    const auto client = in.open("2025-11-25", {{"elicitation", json::object()}});
    const auto first = in.begin(*client, "tools/call",
                                {{"name", "test_elicitation"}, {"arguments", {{"message", "?"}}}});
    --in.ids;
    const auto second = in.begin(*client, "ping");
    REQUIRE(second->answer);
    CHECK((*second->answer)["error"]["code"] == code::invalid_request);
    CHECK_FALSE(first->over());
}

TEST_CASE("a session has so many requests under way and no more", "[mcp]")
{
    in_process in({.name = "fixture", .version = "1", .requests = 1});
    const auto client = in.open("2025-11-25", {{"elicitation", json::object()}});
    const auto first = in.begin(*client, "tools/call",
                                {{"name", "test_elicitation"}, {"arguments", {{"message", "?"}}}});
    CHECK(in.ask(*client, "ping").contains("error"));
    client->end();
    run_until(in.home, [&] { return first->over(); });
    CHECK(in.ask(*client, "ping").contains("result"));
}

TEST_CASE("changes are told where nothing is asked, and resources to those who watch", "[mcp]")
{
    in_process in;
    const auto client = in.open("2025-11-25");
    const auto general = std::make_shared<recording_outlet>();
    client->set_general_outlet(general);
    const change updated{.what = change::kind::resource, .uri = "test://watched-resource"};
    in.served.tell(updated);
    CHECK(general->said.empty());
    in.ask(*client, "resources/subscribe", {{"uri", "test://watched-resource"}});
    in.served.tell(updated);
    in.served.tell({.what = change::kind::tools});
    CHECK(general->said.size() == 2);
    in.ask(*client, "resources/unsubscribe", {{"uri", "test://watched-resource"}});
    in.served.tell(updated);
    CHECK(general->said.size() == 2);
}

TEST_CASE("errors have the numbers of their era", "[mcp]")
{
    in_process in;
    const auto client = in.open("2025-06-18");
    const json missing{{"uri", "test://nothing"}};
    CHECK(in.ask(*client, "resources/read", missing)["error"]["code"] == code::resource_not_found);
    CHECK(in.ask("resources/read", missing)["error"]["code"] == code::invalid_params);
    const json wrong{{"name", "test_structured_content"}, {"arguments", json::object()}};
    CHECK(in.ask(*client, "tools/call", wrong)["error"]["code"] == code::invalid_params);
    CHECK(in.ask(*in.open("2025-11-25"), "tools/call", wrong)["result"]["isError"] == true);
    CHECK(in.ask(*client, "nothing")["error"]["code"] == code::method_not_found);
    CHECK(in.ask(*client, "ping")["result"] == json::object());
}

} // namespace thimble::mcp::test
