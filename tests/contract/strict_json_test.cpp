#include "contract/strict_json.hpp"
#include "tests/catch2.hpp"

#include <limits>

namespace thimble::service::test {

TEST_CASE("JSON is read", "[service]")
{
    const auto value = parse_json(R"( {"x": 1, "y": [true, null, {"z": -2.5}], "t": "é\n"} )");
    REQUIRE(value);
    CHECK(*value == nlohmann::json::parse(R"({"x":1,"y":[true,null,{"z":-2.5}],"t":"é\n"})"));
}

TEST_CASE("a mistake in JSON is placed", "[service]")
{
    const auto value = parse_json(R"({"x": 1, "y": })");
    REQUIRE_FALSE(value);
    CHECK(value.error().code == "INVALID_JSON");
    CHECK(value.error().context.at("offset") == 14);
}

TEST_CASE("what JSON does not allow is refused", "[service]")
{
    for (const std::string text :
         {"{", "{]", "{\"x\":1,}", "{x:1}", "{'x':1}", "nul", "1 2", "[1,]", "{\"x\":01}",
          "{\"x\":1e999}", "{\"x\":NaN}", "\"\x80\"", "\"\\ud800\"", "{\"x\":1}//", "\"a\nb\""}) {
        CAPTURE(text);
        const auto value = parse_json(text);
        REQUIRE_FALSE(value);
        CHECK(value.error().code == "INVALID_JSON");
    }
}

TEST_CASE("a zero octet does not end a text", "[service]")
{
    for (const std::string rest : {"", "junk", "{}"}) {
        const auto value = parse_json("{}" + std::string(1, '\0') + rest);
        REQUIRE_FALSE(value);
        CHECK(value.error().context.at("offset") == 2);
    }
}

TEST_CASE("a name that stands twice is refused", "[service]")
{
    const auto twice = parse_json(R"({"x":1,"x":2})");
    REQUIRE_FALSE(twice);
    CHECK(twice.error().context.at("offset") == 9);
    CHECK(parse_json(R"({"x":{"x":1},"y":{"x":1}})"));
}

TEST_CASE("deep nesting is refused, however deep", "[service]")
{
    CHECK(parse_json(std::string(32, '[') + std::string(32, ']')));
    CHECK_FALSE(parse_json(std::string(33, '[') + std::string(33, ']')));
    CHECK_FALSE(parse_json(std::string(1'000'000, '[')));
}

TEST_CASE("more values than any request needs are refused before all are read", "[service]")
{
    const auto list_of = [](int count) {
        std::string out = "[0";
        for (int each = 1; each < count; ++each)
            out += ",0";
        return out + "]";
    };
    CHECK(parse_json(list_of(90'000)));
    const auto many = parse_json(list_of(500'000));
    REQUIRE_FALSE(many);
    CHECK(many.error().code == "INVALID_JSON");
    CHECK(many.error().context.at("offset") < 300'000);
}

TEST_CASE("an integer beyond 64 bits stays an integer out of range", "[service]")
{
    for (const auto* text : {"99999999999999999999", "9223372036854775808"})
        CHECK(*parse_json(text) == std::numeric_limits<std::int64_t>::max());
    CHECK(*parse_json("-99999999999999999999") == std::numeric_limits<std::int64_t>::min());
    CHECK_FALSE(parse_json("1.0")->is_number_integer());
    CHECK_FALSE(parse_json("1e2")->is_number_integer());
}

} // namespace thimble::service::test
