// The validator, for the part of JSON Schema that is used.
#include "mcp/schema.hpp"
#include "tests/catch2.hpp"

namespace thimble::mcp::test {

using nlohmann::json;

TEST_CASE("values are checked against every keyword that is used", "[mcp]")
{
    const auto fits = [](const char* schema, const char* value) {
        return !check_against(json::parse(schema), json::parse(value));
    };
    CHECK(fits(R"({"type":"integer"})", "1"));
    CHECK(fits(R"({"type":"integer"})", "1.0"));
    CHECK_FALSE(fits(R"({"type":"integer"})", "1.5"));
    CHECK(fits(R"({"type":["string","null"]})", "null"));
    CHECK_FALSE(fits(R"({"type":["string","null"]})", "1"));
    CHECK_FALSE(fits(R"({"enum":["a","b"]})", R"("c")"));
    CHECK_FALSE(fits(R"({"const":1})", "2"));
    CHECK(fits(R"({"minimum":1,"maximum":2})", "2"));
    CHECK_FALSE(fits(R"({"minimum":1})", "0"));
    CHECK_FALSE(fits(R"({"maximum":1})", "2"));
    CHECK_FALSE(fits(R"({"exclusiveMinimum":1})", "1"));
    CHECK_FALSE(fits(R"({"exclusiveMaximum":1})", "1"));
    CHECK(fits(R"({"maxLength":1})", R"("ä")"));
    CHECK_FALSE(fits(R"({"minLength":2})", R"("ä")"));
    CHECK_FALSE(fits(R"({"maxItems":1})", "[1,2]"));
    CHECK_FALSE(fits(R"({"items":{"type":"string"}})", R"(["a",1])"));
    CHECK_FALSE(fits(R"({"required":["a"]})", "{}"));
    CHECK_FALSE(fits(R"({"properties":{"a":{"type":"string"}}})", R"({"a":1})"));
    CHECK_FALSE(fits(R"({"additionalProperties":false})", R"({"a":1})"));
    CHECK_FALSE(fits(R"({"additionalProperties":{"type":"string"}})", R"({"a":1})"));
    CHECK_FALSE(fits(R"({"anyOf":[{"const":1},{"const":2}]})", "3"));
    CHECK_FALSE(fits(R"({"oneOf":[{"type":"number"},{"type":"integer"}]})", "1"));
    CHECK_FALSE(fits(R"({"allOf":[{"minimum":1},{"maximum":0}]})", "1"));
    CHECK_FALSE(fits(R"({"not":{"const":1}})", "1"));
    CHECK(fits(R"({"if":{"required":["a"]},"then":{"required":["b"]}})", R"({"a":1,"b":1})"));
    CHECK_FALSE(fits(R"({"if":{"required":["a"]},"then":{"required":["b"]}})", R"({"a":1})"));
    CHECK_FALSE(fits(R"({"if":{"required":["a"]},"else":{"required":["b"]}})", "{}"));
    CHECK_FALSE(fits(R"({"$defs":{"n":{"type":"number"}},"$ref":"#/$defs/n"})", R"("x")"));
    CHECK(fits(R"({"$defs":{"n":{"type":"number"}},"$ref":"#/$defs/n"})", "1"));
    CHECK_FALSE(fits(R"({"$ref":"https://example.com/schema"})", "1"));
    CHECK_FALSE(fits(R"({"$ref":"#/nothing"})", "1"));
}

TEST_CASE("a schema that refers to itself without end is given up", "[mcp]")
{
    CHECK(check_against(json{{"$ref", "#"}}, 1));
    const auto doubling = json::parse(R"({"allOf":[{"$ref":"#"},{"$ref":"#"}]})");
    CHECK(check_against(doubling, 1));
}

TEST_CASE("a problem says where it is, and nothing of the value", "[mcp]")
{
    const auto problem =
        check_against(json::parse(R"({"properties":{"a":{"items":{"type":"string"}}}})"),
                      json::parse(R"({"a":["x",31337]})"));
    REQUIRE(problem);
    CHECK(problem->starts_with("/a/1 "));
    CHECK(problem->find("31337") == std::string::npos);
}

} // namespace thimble::mcp::test
