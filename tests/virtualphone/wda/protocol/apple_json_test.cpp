// Answers look as Apple's serializer writes them.
#include "tests/catch2.hpp"
#include "virtualphone/wda/protocol/answer.hpp"
#include "virtualphone/wda/protocol/apple_json.hpp"

namespace wda = thimble::virtualphone::wda;

TEST_CASE("JSON is indented by two, with blanks around the colon", "[virtualphone]")
{
    const nlohmann::json value{{"a", {1, 2.5, true, nullptr}}, {"b", {{"c", "d"}}}};
    CHECK(wda::apple_json(value) == "{\n"
                                    "  \"a\" : [\n"
                                    "    1,\n"
                                    "    2.5,\n"
                                    "    true,\n"
                                    "    null\n"
                                    "  ],\n"
                                    "  \"b\" : {\n"
                                    "    \"c\" : \"d\"\n"
                                    "  }\n"
                                    "}");
}

TEST_CASE("empty lists and objects have an empty line in them", "[virtualphone]")
{
    CHECK(wda::apple_json(nlohmann::json::array()) == "[\n\n]");
    CHECK(wda::apple_json(nlohmann::json::object()) == "{\n\n}");
}

TEST_CASE("every slash is escaped, and broken UTF-8 replaced", "[virtualphone]")
{
    CHECK(wda::apple_json("a/b\"c\n") == R"("a\/b\"c\n")");
    CHECK(wda::apple_json({{"k/", "\xFF"}}) == "{\n  \"k\\/\" : \"\uFFFD\"\n}");
    CHECK(wda::quoted_with_escaped_slashes("ab/cd//") == R"("ab\/cd\/\/")");
    CHECK(wda::quoted_with_escaped_slashes("") == R"("")");
}

TEST_CASE("whole numbers have no fraction", "[virtualphone]")
{
    CHECK(wda::apple_json(393.0) == "393");
    CHECK(wda::apple_json(-0.5) == "-0.5");
    CHECK(wda::apple_json(1e300) == "1e+300");
}

TEST_CASE("an answer carries its value and the session, an error its code", "[virtualphone]")
{
    CHECK(wda::body_text(wda::success({{"x", 1}}), "ABC") ==
          "{\n  \"value\" : {\n    \"x\" : 1\n  },\n  \"sessionId\" : \"ABC\"\n}");
    const auto failed = wda::failure(wda::errors::no_such_alert, "none is open");
    CHECK(failed.status == boost::beast::http::status::not_found);
    const auto body = nlohmann::json::parse(wda::body_text(failed, std::nullopt));
    CHECK(
        body ==
        nlohmann::json{
            {"value", {{"error", "no such alert"}, {"message", "none is open"}, {"traceback", ""}}},
            {"sessionId", nullptr}});
}
