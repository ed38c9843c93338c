// The stand-in itself: its scripts, its wire formats, and what it does over a socket.
#include "tests/catch2.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/http_client.hpp"
#include "tests/e2e/program.hpp"
#include "tests/models/scripted_model/turn_events.hpp"

#include <fstream>

namespace thimble::scripted_model::test {

using namespace std::chrono_literals;

TEST_CASE("a script is read, and one that says something else is refused", "[models]")
{
    const auto read = parse_script(R"({"key": "k", "conversations": [
        {"when": "alarm", "order": "history", "turns": [{"text": "a", "raw": "\u00ff\u0000"}]}],
        "turns": [{"tool_uses": [{"name": "tap", "arguments": {"y": 1, "x": 2}}]}]})");
    REQUIRE(read);
    REQUIRE(read->conversations.size() == 2);
    CHECK(read->conversations[0].by_history);
    CHECK(read->conversations[0].turns.at(0).raw == std::string("\xFF\0", 2));
    CHECK(read->conversations[1].turns.at(0).tool_uses.at(0).arguments == R"({"y":1,"x":2})");
    for (const auto* text : {"", "[]", "{}", R"({"turns": []})", R"({"turns": [{"txt": "a"}]})",
                             R"({"turns": [{"text": 7}]})", R"({"turns": [{"raw": "\u0100"}]})",
                             R"({"conversations": [{"turns": [{}], "order": "random"}]})"}) {
        INFO(text);
        CHECK_FALSE(parse_script(text));
    }
}

TEST_CASE("a turn is a stream of Anthropic's events", "[models]")
{
    const turn what{.text = "Hi", .tool_uses = {{.name = "tap", .arguments = "{}"}}};
    std::string all;
    for (const auto& each : events_of(what, format::anthropic, "m"))
        all += each.substr(0, each.find('\n') + 1);
    CHECK(all ==
          "event: message_start\nevent: ping\n"
          "event: content_block_start\nevent: content_block_delta\nevent: content_block_stop\n"
          "event: content_block_start\nevent: content_block_delta\nevent: content_block_stop\n"
          "event: message_delta\nevent: message_stop\n");
}

TEST_CASE("a turn is a stream of chat completion chunks", "[models]")
{
    const turn what{.text = "Hi", .tool_uses = {{.name = "tap", .arguments = "{}"}}};
    const auto events = events_of(what, format::openai, "m");
    REQUIRE(events.size() == 7);
    CHECK(events[1] ==
          R"(data: {"id":"chatcmpl-1","object":"chat.completion.chunk","model":"m","choices":[)"
          R"({"index":0,"delta":{"content":"Hi"},"finish_reason":null}],"usage":null})"
          "\n\n");
    CHECK(events[4].contains(R"("finish_reason":"tool_calls")"));
    CHECK(events[5].contains(R"("choices":[],"usage":{"prompt_tokens":100)"));
    CHECK(events[6] == "data: [DONE]\n\n");
}

TEST_CASE("a long text comes in pieces that keep its characters whole", "[models]")
{
    const turn what{.text = "Grüße an die Größe der Büroräume"};
    std::string said;
    for (const auto& each : events_of(what, format::openai, "m"))
        if (const auto at = each.find('{'); at != std::string::npos) {
            const auto chunk = nlohmann::json::parse(each.substr(at));
            if (!chunk.at("choices").empty())
                said += chunk.at("choices").at(0).at("delta").value("content", "");
        }
    CHECK(said == what.text);
}

TEST_CASE("turns follow the requests, or the history that they bring", "[models]")
{
    const e2e::temporary_directory folder;
    const auto script = folder.path() / "script.json";
    const auto log = folder.path() / "log";
    std::ofstream(script) << R"({"key": "sk-1", "conversations": [
        {"when": "alarm", "order": "history", "turns": [{"text": "first"}, {"text": "second"}]},
        {"when": "", "turns": [{"text": "any"}]}]})";
    e2e::program model("scripted_model", {"--script", script.string(), "--log", log.string()});
    REQUIRE(model.prints("\n", 10s));
    const auto printed = model.output();
    const e2e::http_client client(
        static_cast<std::uint16_t>(std::stoul(printed.substr(printed.rfind(':') + 1))),
        {{"Authorization", "Bearer sk-1"}});
    const auto ask = [&](const std::string& messages) {
        return client.post("/v1/chat/completions", "{\"messages\":[" + messages + "]}");
    };
    const std::string alarm = R"({"role":"user","content":"Set an alarm"})";
    for (int repeated = 0; repeated < 2; ++repeated) {
        CHECK(ask(alarm).body.contains("first"));
        CHECK(ask(alarm + R"(,{"role":"assistant","content":"a"})").body.contains("second"));
    }
    const std::string note = R"({"role":"user","content":[{"type":"text","text":"a note"}]})";
    CHECK(ask(note).body.contains("any"));
    CHECK(ask(note).status == 500); // the script has ended
    CHECK(client.post("/v1/elsewhere", "{}").status == 404);
    CHECK(client.post("/v1/messages", "no JSON").status == 400);
    CHECK(client.send("POST", "/v1/messages", "{}", {{"Authorization", "Bearer sk-2"}}).status ==
          401);
    const auto written = e2e::content_of(log);
    CHECK(written.contains(R"("conversation":"alarm","turn":1)"));
    CHECK_FALSE(written.contains("sk-"));
    model.interrupt(5s);
}

} // namespace thimble::scripted_model::test
