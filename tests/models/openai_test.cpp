// Chat completions: requests as whole texts, replies from recordings and from peculiar servers.
#include "tests/catch2.hpp"
#include "tests/models/recorded_reply.hpp"

namespace thimble::service::models::test {

namespace {

const openai_format chat;

screen::picture one_byte_picture()
{
    return {.format = screen::picture_format::png,
            .size = {},
            .data = std::make_shared<const screen::bytes>(screen::bytes{std::byte{0x89}})};
}

std::string chunk(std::string_view delta, std::string_view finish = "null")
{
    return "data: {\"choices\":[{\"index\":0,\"delta\":" + std::string(delta) +
           ",\"finish_reason\":" + std::string(finish) + "}]}\n\n";
}

} // namespace

TEST_CASE("a prompt becomes a chat with tools, results and their pictures", "[models]")
{
    prompt what;
    what.system = "Use the phone.";
    what.max_tokens = 1000;
    what.tools = {{.name = "tap", .description = "Taps.", .schema = {{"type", "object"}}}};
    what.messages = {
        {.from = speaker::user, .parts = {std::string("Set an alarm.")}},
        {.from = speaker::model,
         .parts = {thought{.text = "Hm."}, std::string("I tap."),
                   tool_use{.id = "c1", .name = "tap", .arguments = R"({"x": 1})"},
                   tool_use{.id = "c2", .name = "tap", .arguments = "{broken"}}},
        {.from = speaker::user,
         .parts = {std::string("Go on."),
                   tool_result{.id = "c1", .text = "done", .pictures = {one_byte_picture()}},
                   tool_result{.id = "c2", .text = "no JSON", .failed = true}}}};
    CHECK(
        chat.body(what, "qwen") ==
        R"({"model":"qwen","max_tokens":1000,"stream":true,"stream_options":{"include_usage":true},)"
        R"("tools":[{"type":"function","function":{"name":"tap","description":"Taps.",)"
        R"("parameters":{"type":"object"}}}],)"
        R"("messages":[{"role":"system","content":"Use the phone."},)"
        R"({"role":"user","content":"Set an alarm."},)"
        R"({"role":"assistant","content":"I tap.","tool_calls":[)"
        R"({"id":"c1","type":"function","function":{"name":"tap","arguments":"{\"x\":1}"}},)"
        R"({"id":"c2","type":"function","function":{"name":"tap","arguments":"{}"}}]},)"
        R"({"role":"tool","tool_call_id":"c1","content":"done"},)"
        R"({"role":"tool","tool_call_id":"c2","content":"Error: no JSON"},)"
        R"({"role":"user","content":[{"type":"text","text":"This is shown by the result c1:"},)"
        R"({"type":"image_url","image_url":{"url":"data:image/png;base64,iQ=="}},)"
        R"({"type":"text","text":"Go on."}]}]})");
}

TEST_CASE("OpenAI itself is told the most tokens by its newer name", "[models]")
{
    const openai_format own(openai_format::token_limit::max_completion_tokens);
    const auto body = nlohmann::json::parse(own.body({}, "m"));
    CHECK(body.at("max_completion_tokens") == 4096);
    CHECK_FALSE(body.contains("max_tokens"));
    CHECK(own.fields("k") == wire_format::header_fields{{"Authorization", "Bearer k"}});
    CHECK(own.fields("").empty());
}

TEST_CASE("a streamed chat completion is put together, however it is cut", "[models]")
{
    for (const std::size_t piece : {0U, 1U, 5U}) {
        const auto came = hear(chat, openai_stream, piece);
        REQUIRE(came.answer);
        CHECK(came.answer->text() == "I tap \"Größe\" now.");
        CHECK(came.answer->tool_uses() ==
              std::vector<tool_use>{
                  {.id = "call_a", .name = "tap", .arguments = R"({"x": 310, "y": 600})"},
                  {.id = "call_b", .name = "wait", .arguments = "{}"}});
        CHECK(came.answer->stopped == stop_reason::tool_use);
        CHECK(came.answer->usage ==
              token_usage{.input = 1500, .cache_read = 4000, .output = 89, .told = true});
        CHECK(came.deltas == std::vector<std::string>{"text: I tap \"Größe\"", "text:  now.",
                                                      "tool_name 0: tap", "arguments 0: {\"x\": 31",
                                                      "tool_name 1: wait", "arguments 1: {}",
                                                      "arguments 0: 0, \"y\": 600}"});
    }
}

TEST_CASE("whole calls with one index are told apart by their id", "[models]")
{
    const auto stream =
        chunk(
            R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"tap","arguments":"{}"}}]})") +
        chunk(
            R"({"tool_calls":[{"index":0,"id":"b","function":{"name":"home","arguments":""}}]})") +
        chunk(R"({"tool_calls":[{"id":"c","function":{"name":"wait"}}]})") +
        chunk("{}", "\"stop\"");
    const auto came = hear(chat, stream); // without [DONE], which some leave out
    REQUIRE(came.answer);
    CHECK(came.answer->tool_uses() ==
          std::vector<tool_use>{{.id = "a", .name = "tap", .arguments = "{}"},
                                {.id = "b", .name = "home", .arguments = "{}"},
                                {.id = "c", .name = "wait", .arguments = "{}"}});
    CHECK(came.answer->stopped == stop_reason::tool_use);
}

TEST_CASE("a call without an id is given one", "[models]")
{
    const auto came = hear(
        chat, chunk(R"({"tool_calls":[{"function":{"name":"home","arguments":"{"}}]})") +
                  chunk(R"({"tool_calls":[{"function":{"arguments":"}"}}]})", "\"tool_calls\""));
    REQUIRE(came.answer);
    CHECK(came.answer->tool_uses() ==
          std::vector<tool_use>{{.id = "call_1", .name = "home", .arguments = "{}"}});
}

TEST_CASE("thoughts are heard under either of their names", "[models]")
{
    for (const std::string name : {"reasoning", "reasoning_content"}) {
        const auto came = hear(chat, chunk("{\"" + name + "\":\"Hm.\"}") +
                                         chunk(R"({"content":"Yes"})", "\"stop\""));
        REQUIRE(came.answer);
        CHECK(came.answer->thinking() == "Hm.");
        CHECK(came.answer->text() == "Yes");
        CHECK(came.answer->stopped == stop_reason::end_of_turn);
    }
}

TEST_CASE("a chat completion that is no reply is a failure", "[models]")
{
    const std::vector<std::pair<std::string, failure_kind>> rows{
        {"", failure_kind::network},
        {chunk(R"({"content":"half"})"), failure_kind::network},
        {chunk(R"({"content":"half"})") + "data: [DONE]\n\n", failure_kind::malformed},
        {"data: [DONE]\n\ndata: {}\n\n", failure_kind::malformed},
        {"data: DONE\n\n", failure_kind::malformed},
        {"data: 7\n\n", failure_kind::malformed},
        {chunk(R"({"tool_calls":[7]})", "\"stop\""), failure_kind::malformed},
        {"data: {\"choices\":[{},{}]}\n\n", failure_kind::malformed},
        {"data: {\"error\":{\"message\":\"slow down\",\"type\":\"requests\","
         "\"code\":\"rate_limit_exceeded\"}}\n\n",
         failure_kind::rate_limited},
        {"data: {\"error\":\"out of memory\"}\n\n", failure_kind::unavailable}};
    for (const auto& [stream, kind] : rows) {
        INFO(stream);
        const auto came = hear(chat, stream);
        REQUIRE_FALSE(came.answer);
        CHECK(came.answer.error().kind == kind);
    }
}

} // namespace thimble::service::models::test
