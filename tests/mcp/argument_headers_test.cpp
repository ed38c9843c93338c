// Headers that repeat arguments of a tool: -32020 where they do not say the same.
#include "mcp/http/headers.hpp"
#include "tests/catch2.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace thimble::mcp::test {

using nlohmann::json;

namespace {

/// True where the header Mcp-Param-Amount repeats the argument `amount`.
bool repeats(const std::string& header, const json& amount)
{
    tool of;
    of.input_schema = {{"type", "object"},
                       {"properties", {{"amount", {{"x-mcp-header", "Amount"}}}}}};
    service::http::request what;
    what.head.set("Mcp-Param-Amount", header);
    return !http::check_argument_headers(what, of, {{"amount", amount}});
}

} // namespace

TEST_CASE("a header repeats an argument that is a number", "[mcp]")
{
    CHECK(repeats("42", 42));
    CHECK(repeats("-3", -3));
    CHECK(repeats("0.25", 0.25));
    CHECK(repeats("2.5e-1", 0.25));
    CHECK(repeats("42.0", 42));
    CHECK_FALSE(repeats("43", 42));
    CHECK_FALSE(repeats("0.5", 0.25));
    CHECK_FALSE(repeats("42x", 42));
    CHECK_FALSE(repeats("0x2a", 42));
    CHECK_FALSE(repeats("", 0));
    CHECK_FALSE(repeats("true", 1));
    CHECK_FALSE(repeats("[42]", 42));
    CHECK_FALSE(repeats("\"42\"", 42));
    CHECK_FALSE(repeats(std::string(10'000, '['), 42));
}

TEST_CASE("a header repeats an argument of another type", "[mcp]")
{
    CHECK(repeats("eu", "eu"));
    CHECK(repeats("42", "42"));
    CHECK(repeats("true", true));
    CHECK_FALSE(repeats("us", "eu"));
    CHECK_FALSE(repeats("true", false));
    CHECK_FALSE(repeats("1", true));
    CHECK_FALSE(repeats("[1]", json::array({1})));
}

} // namespace thimble::mcp::test
