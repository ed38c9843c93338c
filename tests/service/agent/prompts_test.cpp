// Prompts to models, and the second look's reading of an answer.
#include "service/agent/instructions.hpp"
#include "service/agent/second_look.hpp"
#include "tests/catch2.hpp"

#include <algorithm>
#include <rapidcheck.h>

namespace thimble::service::agent::test {

namespace {

constexpr screen::pixel_size upright{.width = 621, .height = 1344};

} // namespace

TEST_CASE("the instructions name the screen and the secrets", "[agent]")
{
    const auto plain = instructions({.screen = upright});
    CHECK(plain.contains("621 pixels wide and 1344 pixels high"));
    CHECK_FALSE(plain.contains("secret"));
    const auto more = instructions({.screen = upright, .secrets = {"pin", "mail"}});
    CHECK(more.starts_with(plain));
    CHECK(more.contains("pin, mail"));
    CHECK(more.contains("{{secret:name}}"));
}

TEST_CASE("the instructions speak of tools that there are", "[agent]")
{
    const auto text = instructions({.screen = upright, .secrets = {"pin"}});
    const auto tools = offered(tool_table());
    for (const auto* name : {"ask_user", "done", "type"}) {
        CHECK(text.contains(name));
        CHECK(std::ranges::find(tools, name, &models::tool::name) != tools.end());
    }
}

TEST_CASE("every tool is offered with its schema", "[agent]")
{
    const tool_table table;
    const auto tools = offered(table);
    REQUIRE(tools.size() == table.rows().size());
    for (const auto& each : tools) {
        CHECK(each.schema.at("type") == "object");
        CHECK(each.schema.contains("properties"));
    }
    CHECK(tools.front().name == "tap");
    CHECK(tools.front().schema.at("required") == nlohmann::ordered_json({"x", "y"}));
}

TEST_CASE("a picture is told with its size", "[agent]")
{
    CHECK(caption({.width = 1344, .height = 621}) == "The screen now, 1344 x 621 pixels:");
}

TEST_CASE("the second look is told the task, the claim and the screen", "[agent]")
{
    const auto asked = second_look("Set an alarm", "It is set.", {.size = upright, .data = {}});
    CHECK(asked.tools.empty());
    REQUIRE(asked.messages.size() == 1);
    const auto& parts = asked.messages.front().parts;
    REQUIRE(parts.size() == 4);
    CHECK(std::get<std::string>(parts[0]) == "The task:\nSet an alarm");
    CHECK(std::get<std::string>(parts[1]) == "The claim:\nIt is set.");
    CHECK(std::get<screen::picture>(parts[3]).size == upright);
    CHECK(asked.system.size() < 1000);
}

TEST_CASE("a verdict is a yes or a no with a reason", "[agent]")
{
    CHECK(read_verdict("YES: the alarm is there") ==
          verdict{.reached = true, .reason = "the alarm is there"});
    CHECK(read_verdict("  no :  it is off.\nThe switch is grey.\n") ==
          verdict{.reached = false, .reason = "it is off.\nThe switch is grey."});
    CHECK(read_verdict("Yes: 7:30 is on")->reason == "7:30 is on");
    CHECK(read_verdict("NO: " + std::string(5000, 'a'))->reason.size() == 1000);
}

TEST_CASE("anything else is no verdict", "[agent]")
{
    CHECK(read_verdict("YES: it is"));
    for (const auto* reply :
         {"", "yes", "YES", "YES:", "YES: \n", "no", "maybe: who knows", "I think YES: it is",
          "YES it is", "YES, because", "yes/no: both", "YES: it is\nNO: it is not",
          "NO: it is not\n\n yes: it is", "**YES**: it is", "The verdict:\nYES: it is", ":",
          "{\"verdict\":\"yes\"}"}) {
        INFO(reply);
        CHECK_FALSE(read_verdict(reply).has_value());
    }
}

TEST_CASE("no text makes a verdict that it does not begin with", "[agent]")
{
    CHECK(rc::check([](const std::string& reply) {
        const auto found = read_verdict(reply);
        RC_ASSERT(!found || reply.find(':') != std::string::npos);
        const auto marked = read_verdict("x" + reply);
        RC_ASSERT(!marked);
    }));
}

} // namespace thimble::service::agent::test
