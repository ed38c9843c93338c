// Messages: what is taken, and what is refused with which error.
#include "mcp/json_rpc.hpp"
#include "tests/catch2.hpp"

namespace thimble::mcp::test {

namespace {

message only_message(std::string_view text)
{
    auto read = read_messages(text);
    REQUIRE(read);
    REQUIRE_FALSE(read->batch);
    REQUIRE(read->parts.front());
    return std::move(*read->parts.front());
}

} // namespace

TEST_CASE("ids are kept exactly as they came", "[mcp]")
{
    const auto id_of = [](const std::string& id) {
        const auto read = only_message(R"({"jsonrpc":"2.0","method":"ping","id":)" + id + "}");
        return to_json(std::get<request>(read).id).dump();
    };
    for (const std::string id : {"0", "1", "-7", "9007199254740993", "-9223372036854775807",
                                 R"("1")", R"("")", R"("ä")", R"("a\nb")"})
        CHECK(id_of(id) == id);
}

TEST_CASE("requests, notifications and responses are told apart", "[mcp]")
{
    CHECK(std::holds_alternative<request>(
        only_message(R"({"jsonrpc":"2.0","id":1,"method":"a","params":{"b":2}})")));
    CHECK(std::holds_alternative<notification>(only_message(R"({"jsonrpc":"2.0","method":"a"})")));
    const auto result =
        std::get<reply>(only_message(R"({"jsonrpc":"2.0","id":"x","result":{"c":3}})"));
    CHECK(result.outcome == nlohmann::json{{"c", 3}});
    const auto failed = std::get<reply>(
        only_message(R"({"jsonrpc":"2.0","id":"x","error":{"code":-5,"message":"no"}})"));
    REQUIRE_FALSE(failed.outcome);
    CHECK(failed.outcome.error().code == -5);
    CHECK(failed.outcome.error().message == "no");
}

TEST_CASE("each message of an array is taken or refused by itself", "[mcp]")
{
    const auto read = read_messages(
        R"([{"jsonrpc":"2.0","id":1,"method":"a"},7,{"jsonrpc":"2.0","method":"b"}])");
    REQUIRE(read);
    CHECK(read->batch);
    REQUIRE(read->parts.size() == 3);
    CHECK(read->parts[0].has_value());
    CHECK(read->parts[1].error().why.code == code::invalid_request);
    CHECK(read->parts[2].has_value());
}

TEST_CASE("what is too large, too deep or too much is refused", "[mcp]")
{
    const message_limits small{.bytes = 200, .nesting = 4, .values = 20, .batch = 2, .name = 8};
    const auto code_of = [&](std::string_view text) {
        const auto read = read_messages(text, small);
        return read ? 0 : read.error().why.code;
    };
    CHECK(code_of(std::string(201, ' ')) == code::invalid_request);
    CHECK(code_of("[[[[[1]]]]]") == code::parse_error);
    CHECK(code_of("[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]") == code::parse_error);
    CHECK(code_of("[1,2,3]") == code::invalid_request);
    CHECK(code_of("[]") == code::invalid_request);
    const auto long_id = read_messages(R"({"jsonrpc":"2.0","id":"123456789","method":"a"})", small);
    REQUIRE(long_id);
    CHECK(long_id->parts.front().error().why.code == code::invalid_request);
}

TEST_CASE("an error that answers nothing readable has no id", "[mcp]")
{
    const auto read = read_messages("{");
    REQUIRE_FALSE(read);
    const auto answer = to_response(read.error().id, read.error().why);
    CHECK_FALSE(answer.contains("id"));
    CHECK(answer["error"]["code"] == -32700);
}

} // namespace thimble::mcp::test
