// Actions as commands of their own, whose words a shell has taken apart.
#include "tests/daemon/debug_forms/typed_action.hpp"

#include <algorithm>

namespace thimble::daemon {

namespace {

using typed_line = std::vector<std::string>;

std::expected<std::string, std::string> no_input()
{
    return std::unexpected("There is no text on standard input.");
}

link::action meant(const typed_line& words, const input_reader& input = no_input)
{
    const auto parsed = parse_typed_words(words, input);
    INFO((parsed ? "" : parsed.error()));
    REQUIRE(parsed);
    REQUIRE(std::holds_alternative<phone_action>(*parsed));
    return std::get<phone_action>(*parsed).what;
}

std::string wrong(const typed_line& words, const input_reader& input = no_input)
{
    const auto parsed = parse_typed_words(words, input);
    REQUIRE_FALSE(parsed);
    return parsed.error();
}

} // namespace

TEST_CASE("a command's words are an action's", "[daemon]")
{
    CHECK(meant({"tap", "310", "600"}) == link::action(link::tap{.x = 310, .y = 600}));
    CHECK(meant({"swipe", "1", "2", "up"}) == action_of("flick 1 2 up"));
    CHECK(meant({"press", "home"}) == link::action(link::home{}));
    CHECK(meant({"open", "https://example.com"}) == action_of("open-url https://example.com"));
    CHECK(meant({"tap-and-hold-select", "700", "the", "Save", "button"}) ==
          action_of("tap-and-hold-select 700 the Save button"));
    CHECK(std::holds_alternative<list_phones>(
        *parse_typed_words(typed_line{"phones"}, input_reader(no_input))));
}

TEST_CASE("a text keeps the spaces that a shell has kept", "[daemon]")
{
    CHECK(meant({"type", "two  spaces ", "more"}) == action_of("type two  spaces  more"));
    CHECK(meant({"copy-text", " a"}) == link::action(link::copy_text{.text = " a"}));
}

TEST_CASE("a text that is - is standard input", "[daemon]")
{
    const input_reader secret = [] { return std::expected<std::string, std::string>("a secret"); };
    CHECK(meant({"type", "-"}, secret) == action_of("type a secret"));
    CHECK(meant({"copy-text", "-"}, secret) == action_of("copy-text a secret"));
    CHECK(meant({"tap-and-hold-select", "700", "-"}, secret) ==
          action_of("tap-and-hold-select 700 a secret"));
    CHECK(meant({"type", "-", "x"}, secret) == action_of("type - x"));
    CHECK(wrong({"type", "-"}) == "There is no text on standard input.");
    const input_reader garbled = [] {
        return std::expected<std::string, std::string>("hidden\x01");
    };
    CHECK_FALSE(wrong({"type", "-"}, garbled).contains("hidden"));
}

TEST_CASE("only an action that takes text reads standard input", "[daemon]")
{
    bool read = false;
    const input_reader noted = [&]() -> std::expected<std::string, std::string> {
        read = true;
        return "1";
    };
    CHECK(wrong({"tap", "-", "1"}, noted).contains("tap X Y"));
    CHECK(meant({"unlock", "-"}, noted) == link::action(link::unlock{}));
    CHECK_FALSE(read);
}

TEST_CASE("a command that is wrong is told how it is written", "[daemon]")
{
    CHECK(wrong({"tap", "310"}).contains("tap X Y"));
    CHECK(wrong({"tap", "-5", "1"}).contains("'-5'"));
    CHECK(wrong({"home", "now"}).contains("home"));
    CHECK(wrong({"type"}).contains("type TEXT"));
    CHECK(wrong({"dance"}).contains("'dance'"));
}

TEST_CASE("every action is a command, by its row alone", "[daemon]")
{
    const auto verbs = typed_verbs();
    for (const auto* name : {"tap", "type", "screenshot", "phones", "batch", "open", "press"})
        CHECK(std::ranges::count(verbs, name, &typed_verb::name) == 1);
    const auto help = debug_action_help();
    for (const auto& each : verbs) {
        INFO(each.name);
        CHECK(each.usage.starts_with(each.name));
        CHECK(help.contains("  " + each.usage));
    }
}

} // namespace thimble::daemon
