// Anthropic's format: requests as whole texts, replies from recordings.
#include "tests/catch2.hpp"
#include "tests/models/recorded_reply.hpp"

namespace thimble::service::models::test {

namespace {

const anthropic_format format;

screen::picture tiny_picture()
{
    return {.format = screen::picture_format::jpeg,
            .size = {},
            .data = std::make_shared<const screen::bytes>(
                screen::bytes{std::byte{0xFF}, std::byte{0xD8}, std::byte{0xFF}, std::byte{0}})};
}

nlohmann::json body_of(const prompt& what)
{
    return nlohmann::json::parse(format.body(what, "claude-x"));
}

/// The recording with one line of it exchanged.
std::string changed(std::string_view from, std::string_view to)
{
    std::string out(anthropic_stream);
    const auto at = out.find(from);
    REQUIRE(at != std::string::npos);
    return out.replace(at, from.size(), to);
}

} // namespace

TEST_CASE("a prompt to Anthropic has all its parts and its marks for the cache", "[models]")
{
    prompt what;
    what.system = "Use the phone.";
    what.max_tokens = 1000;
    what.tools = {
        {.name = "tap",
         .description = "Taps.",
         .schema = {{"type", "object"}, {"properties", nlohmann::ordered_json::object()}}}};
    what.messages = {
        {.from = speaker::user, .parts = {std::string("Set an alarm."), std::string()}},
        {.from = speaker::model,
         .parts = {thought{.text = "Hm.", .signature = "c2ln"}, std::string("I tap."),
                   tool_use{.id = "t1", .name = "tap", .arguments = R"({"x": 1})"}}},
        {.from = speaker::user,
         .parts = {std::string("Go on."),
                   tool_result{.id = "t1", .text = "done", .pictures = {tiny_picture()}}}}};
    what.stable_messages = 2;
    CHECK(
        format.body(what, "claude-x") ==
        R"({"model":"claude-x","max_tokens":1000,"stream":true,)"
        R"("system":[{"type":"text","text":"Use the phone.","cache_control":{"type":"ephemeral"}}],)"
        R"("tools":[{"name":"tap","description":"Taps.",)"
        R"("input_schema":{"type":"object","properties":{}},"cache_control":{"type":"ephemeral"}}],)"
        R"("messages":[{"role":"user","content":[{"type":"text","text":"Set an alarm."}]},)"
        R"({"role":"assistant","content":[{"type":"thinking","thinking":"Hm.","signature":"c2ln"},)"
        R"({"type":"text","text":"I tap."},)"
        R"({"type":"tool_use","id":"t1","name":"tap","input":{"x":1},"cache_control":{"type":"ephemeral"}}]},)"
        R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[)"
        R"({"type":"text","text":"done"},)"
        R"({"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"/9j/AA=="}}]},)"
        R"({"type":"text","text":"Go on."}]}]})");
}

TEST_CASE("what Anthropic would refuse is not sent", "[models]")
{
    prompt what;
    what.messages = {
        {.from = speaker::user, .parts = {std::string()}},
        {.from = speaker::model,
         .parts = {thought{.text = "unsigned"},
                   tool_use{.id = "t", .name = "tap", .arguments = "{broken"}}},
        {.from = speaker::user, .parts = {tool_result{.id = "t", .text = "\xFF", .failed = true}}}};
    const auto body = body_of(what);
    CHECK_FALSE(body.contains("system"));
    CHECK_FALSE(body.contains("tools"));
    REQUIRE(body.at("messages").size() == 2);
    const auto& said = body.at("messages").at(0).at("content");
    REQUIRE(said.size() == 1);
    CHECK(said.at(0).at("input") == nlohmann::json::object());
    const auto& result = body.at("messages").at(1).at("content").at(0);
    CHECK(result.at("is_error") == true);
    CHECK(result.at("content").at(0).at("text") == "\uFFFD");
}

TEST_CASE("who asks Anthropic is said in its own fields", "[models]")
{
    const wire_format::header_fields fields{{"anthropic-version", "2023-06-01"},
                                            {"x-api-key", "k"}};
    CHECK(format.fields("k") == fields);
    CHECK(format.fields("").size() == 1);
    CHECK(format.path() == "/v1/messages");
}

TEST_CASE("a reply of Anthropic's is put together, however it is cut", "[models]")
{
    for (const std::size_t piece : {0U, 1U, 5U}) {
        const auto came = hear(format, anthropic_stream, piece);
        REQUIRE(came.answer);
        const std::vector<part> parts{
            thought{.text = "The button is blue.", .signature = "c2ln"},
            std::string("I tap \"Größe\" now."),
            tool_use{.id = "toolu_7", .name = "tap", .arguments = R"({"x": 310, "y": 600})"}};
        CHECK(came.answer->text() == "I tap \"Größe\" now.");
        CHECK(came.answer->thinking() == "The button is blue.");
        CHECK(came.answer->tool_uses() == std::vector{std::get<tool_use>(parts[2])});
        CHECK(std::get<thought>(came.answer->parts.at(0)) == std::get<thought>(parts[0]));
        CHECK(came.answer->stopped == stop_reason::tool_use);
        CHECK(came.answer->usage == token_usage{.input = 1200,
                                                .cache_read = 4000,
                                                .cache_written = 300,
                                                .output = 89,
                                                .told = true});
        CHECK(came.deltas == std::vector<std::string>{"thinking: The button is blue.",
                                                      "text: I tap \"Größe\"", "text:  now.",
                                                      "tool_name 0: tap", "arguments 0: {\"x\": 31",
                                                      "arguments 0: 0, \"y\": 600}"});
    }
}

TEST_CASE("an error in the middle of Anthropic's stream is what it says", "[models]")
{
    const auto came = hear(format, changed(R"({"type":"ping"})",
                                           R"({"type":"error","error":{"type":"overloaded_error",)"
                                           R"("message":"Over\nloaded"}})"));
    REQUIRE_FALSE(came.answer);
    CHECK(came.answer.error().kind == failure_kind::overloaded);
    CHECK(came.answer.error().message ==
          "The model's provider is overloaded. It says: Over loaded");
}

TEST_CASE("a reply of Anthropic's that is out of order is malformed", "[models]")
{
    const std::vector<std::pair<std::string, std::string>> changes{
        {R"("index":1,"content_block")", R"("index":2,"content_block")"},
        {R"("index":1,"delta")", R"("index":7,"delta")"},
        {R"("index":1,"delta")", R"("index":-1,"delta")"},
        {R"("index":1,"delta")", R"("index":0,"delta")"}, // which has ended
        {R"({"type":"content_block_stop","index":2})", R"({"type":"ping"})"},
        {R"("stop_reason":"tool_use")", R"("stop_reason":null)"},
        {R"({"type":"ping"})", R"({"type":"message_stop"})"},
        {R"({"type":"ping"})", R"([])"},
        {R"({"type":"ping"})", R"({"type":)"},
        {"message_start\",\"message\"", "ping\",\"message\""}};
    for (const auto& [from, to] : changes) {
        INFO(from << " becomes " << to);
        const auto came = hear(format, changed(from, to));
        REQUIRE_FALSE(came.answer);
        CHECK(came.answer.error().kind == failure_kind::malformed);
    }
}

TEST_CASE("a reply of Anthropic's that is cut is never taken for a whole one", "[models]")
{
    const auto end = anthropic_stream.find("{\"type\":\"message_stop\"}");
    for (std::size_t size = 0; size < end; size += 11) {
        const auto came = hear(format, anthropic_stream.substr(0, size));
        REQUIRE_FALSE(came.answer);
        CHECK(came.answer.error().kind == failure_kind::network);
    }
}

TEST_CASE("what Anthropic may come to send is passed over", "[models]")
{
    auto stream = changed(R"({"type":"ping"})", R"({"type":"news","x":[1]})");
    CHECK(hear(format, stream).answer);
    stream = changed(R"({"type":"thinking","thinking":"","signature":""})", R"({"type":"dream"})");
    const auto came = hear(format, stream);
    REQUIRE(came.answer);
    CHECK(came.answer->parts.size() == 2);
}

} // namespace thimble::service::models::test
