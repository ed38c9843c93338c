// Uses of tools that a model may make, well and badly.
#include "service/agent/tool_table.hpp"
#include "tests/catch2.hpp"

#include <algorithm>
#include <set>

namespace thimble::service::agent::test {

using namespace std::chrono_literals;

namespace {

constexpr screen::pixel_size portrait{.width = 621, .height = 1344};

std::expected<act, std::string> use(std::string_view name, std::string_view arguments)
{
    return tool_table().read(name, arguments, portrait);
}

/// The refusal in words for the model.
std::string refusal(std::string_view name, std::string_view arguments)
{
    const auto what = use(name, arguments);
    return what ? "it was accepted" : what.error();
}

const tool_row& row_called(const tool_table& tools, std::string_view name)
{
    return *std::ranges::find(tools.rows(), name, &tool_row::name);
}

} // namespace

TEST_CASE("the tools are those that the model is told of", "[agent]")
{
    const tool_table tools;
    std::vector<std::string> names;
    for (const auto& each : tools.rows()) {
        names.push_back(each.name);
        CHECK_FALSE(each.description.empty());
    }
    CHECK(names == std::vector<std::string>{"tap", "double_tap", "long_press", "flick", "drag",
                                            "pinch", "type", "keypress", "home", "open_app",
                                            "open_url", "elements", "wait", "ask_user", "done"});
}

TEST_CASE("uses of tools become actions of the link", "[agent]")
{
    CHECK(use("tap", R"({"x":0,"y":1343})") == act(link::action(link::tap{.x = 0, .y = 1343})));
    CHECK(use("double_tap", R"({"x":620,"y":0})") ==
          act(link::action(link::double_tap{.x = 620, .y = 0})));
    CHECK(use("long_press", R"({"x":1,"y":2,"duration_ms":700})") ==
          act(link::action(link::tap_and_hold{.x = 1, .y = 2, .duration = 700ms})));
    CHECK(use("flick", R"({"x":1,"y":2,"direction":"left"})") ==
          act(link::action(link::flick{.x = 1, .y = 2, .towards = link::direction::left})));
    CHECK(use("drag", R"({"from_x":1,"from_y":2,"to_x":3,"to_y":4,"speed":"slow"})") ==
          act(link::action(link::drag{
              .from_x = 1, .from_y = 2, .to_x = 3, .to_y = 4, .speed = link::speed::slow})));
    CHECK(use("pinch", R"({"x":1,"y":2,"action":"rotate_cw"})") ==
          act(link::action(link::pinch{.x = 1, .y = 2, .kind = link::pinch_kind::rotate_cw})));
    CHECK(
        use("type", R"({"text":"Grüße\n"})") ==
        act(link::action(link::type{.text = "Grüße\n", .method = link::typing_method::automatic})));
    CHECK(use("keypress", R"({"key":"a","modifiers":["command"]})") ==
          act(link::action(
              link::keypress{.key = "a", .modifiers = {link::modifier::command}, .repeat = 1})));
    CHECK(use("home", "{}") == act(link::action(link::home{})));
    CHECK(use("open_app", R"({"app_name":"Maps"})") ==
          act(link::action(link::open_app{.app_name = "Maps"})));
    CHECK(use("open_url", R"({"url":"https://example.com/"})") ==
          act(link::action(link::open_url{.url = "https://example.com/"})));
    CHECK(use("elements", "{}") == act(link::action(link::elements{.limit = 100})));
}

TEST_CASE("some tools touch nothing", "[agent]")
{
    CHECK(use("wait", R"({"duration_ms":2500})") == act(wait{.duration = 2500ms}));
    CHECK(use("ask_user", R"({"question":"Which one?"})") ==
          act(ask_user{.question = "Which one?"}));
    CHECK(use("done", R"({"success":true,"summary":"It is set."})") ==
          act(done{.success = true, .summary = "It is set."}));
}

TEST_CASE("no text at all is an empty object", "[agent]")
{
    CHECK(use("home", "") == act(link::action(link::home{})));
    CHECK(use("home", " \n") == act(link::action(link::home{})));
    CHECK(use("wait", "") == act(wait{}));
    CHECK(refusal("tap", "") == "x is missing. Nothing was done.");
}

TEST_CASE("members that a tool does not know are ignored", "[agent]")
{
    CHECK(use("home", R"({"why":"to begin anew"})").has_value());
}

TEST_CASE("a place outside the screen is a tool error", "[agent]")
{
    CHECK(refusal("tap", R"({"x":621,"y":0})") ==
          "x is 621 and must be from 0 to 620. Nothing was done.");
    CHECK(refusal("tap", R"({"x":0,"y":1344})") ==
          "y is 1344 and must be from 0 to 1343. Nothing was done.");
    CHECK(refusal("tap", R"({"x":-1,"y":0})").starts_with("x is -1"));
    CHECK(refusal("tap", R"({"x":18446744073709551621,"y":0})") ==
          "x must be from 0 to 620. Nothing was done."); // not the number that it was read as
    CHECK(refusal("tap", R"({"x":4294967297,"y":0})").starts_with("x is 4294967297"));
    CHECK(refusal("drag", R"({"from_x":1,"from_y":2,"to_x":3,"to_y":9999})")
              .starts_with("to_y is 9999"));
    CHECK_FALSE(tool_table().read("tap", R"({"x":0,"y":0})", {}).has_value()); // nothing seen yet
}

TEST_CASE("the screen that counts is the one that was shown", "[agent]")
{
    const tool_table tools;
    CHECK_FALSE(tools.read("tap", R"({"x":1000,"y":10})", portrait).has_value());
    CHECK(tools.read("tap", R"({"x":1000,"y":10})", {.width = 1344, .height = 621}).has_value());
}

TEST_CASE("what is missing or of another type is a tool error", "[agent]")
{
    CHECK(refusal("tap", R"({"x":1})") == "y is missing. Nothing was done.");
    CHECK(refusal("tap", R"({"x":"1","y":2})") == "x must be an integer. Nothing was done.");
    CHECK(refusal("tap", R"({"x":1.0,"y":2})") == "x must be an integer. Nothing was done.");
    CHECK(refusal("tap", R"({"x":null,"y":2})") == "x must be an integer. Nothing was done.");
    CHECK(refusal("tap", R"({"x":[1],"y":2})") == "x must be an integer. Nothing was done.");
    CHECK(refusal("flick", R"({"x":1,"y":2,"direction":"north"})")
              .starts_with("direction must be one of up, down, left, right."));
    CHECK(refusal("long_press", R"({"x":1,"y":2,"duration_ms":30001})")
              .starts_with("duration_ms is 30001"));
    CHECK(refusal("done", R"({"success":"true","summary":"s"})")
              .starts_with("success must be true or false."));
    CHECK(refusal("done", R"({"success":true})").starts_with("summary is missing."));
    CHECK(refusal("open_url", R"({"url":"file:///etc/hosts"})").ends_with("Nothing was done."));
}

TEST_CASE("arguments that are no object are a tool error", "[agent]")
{
    for (const auto* written : {"[1,2]", "7", "null", "\"x\"", "{", R"({"x":1,"x":2,"y":3})",
                                "{\"x\":1,\"y\":\xFF}", R"({"x":1,"y":2}{})"}) {
        INFO(written);
        CHECK(refusal("tap", written).ends_with("Nothing was done."));
    }
}

TEST_CASE("a tool that is none is a tool error that does not repeat its name", "[agent]")
{
    const auto words = refusal("swipe<script>", "{}");
    CHECK(words.starts_with("There is no tool of this name. The tools are: tap, double_tap,"));
    CHECK_FALSE(words.contains("script"));
    CHECK(refusal("", "{}").starts_with("There is no tool"));
    CHECK(refusal("Tap", R"({"x":1,"y":2})").starts_with("There is no tool"));
}

TEST_CASE("giant texts are a tool error", "[agent]")
{
    const auto typed = [](std::size_t size) {
        return refusal("type", R"({"text":")" + std::string(size, 'a') + "\"}");
    };
    CHECK(typed(10'000) == "it was accepted");
    CHECK(typed(10'001).starts_with("text must have 1 to 10000 characters."));
    CHECK(typed(tool_table::longest_arguments) == "The arguments are too long. Nothing was done.");
    CHECK(refusal("tap", std::string(60'000, '[')).ends_with("Nothing was done."));
}

TEST_CASE("what cannot be typed is a tool error", "[agent]")
{
    CHECK(refusal("type", R"({"text":"a\u0007b"})").contains("control character"));
    CHECK(refusal("type", R"({"text":""})").starts_with("text must have 1"));
    CHECK(refusal("type", R"({"text":"{{secret:no name}}"})").contains("{{secret:name}}"));
    CHECK(use("type", R"({"text":"{{secret:pin}}"})").has_value());
}

TEST_CASE("schemas say what is needed", "[agent]")
{
    const tool_table tools;
    const auto drag = tool_table::schema_of(row_called(tools, "drag"));
    CHECK(drag.at("type") == "object");
    CHECK(drag.at("required") == nlohmann::ordered_json({"from_x", "from_y", "to_x", "to_y"}));
    CHECK(drag.at("properties").at("speed").at("default") == "medium");
    CHECK_FALSE(drag.at("properties").at("to_x").contains("maximum")); // the same when it turns
    CHECK_FALSE(drag.at("properties").contains("from_ref")); // a model that is shown pictures
    CHECK_FALSE(drag.contains("allOf"));
    CHECK(tool_table::schema_of(row_called(tools, "home")).dump() ==
          R"({"type":"object","properties":{},"additionalProperties":false})");
}

TEST_CASE("an act knows the tool that gives it", "[agent]")
{
    CHECK(tool_name_of(link::action(link::double_tap{})) == "double_tap");
    CHECK(tool_name_of(link::action(link::tap_and_hold{})) == "long_press");
    CHECK(tool_name_of(link::action(link::open_url{})) == "open_url");
    CHECK(tool_name_of(wait{}) == "wait");
    CHECK(tool_name_of(done{}) == "done");
}

} // namespace thimble::service::agent::test
