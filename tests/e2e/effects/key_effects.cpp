// Keys of a hardware keyboard, by what they do to a note and to the phone.
#include "tests/e2e/effects/effect.hpp"
#include "tests/e2e/effects/handbook.hpp"
#include "tests/e2e/effects/note.hpp"

#include <array>
#include <vector>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto text = "ab cd\nef"; // the caret is behind the last of its eight characters

/// Keys one after the other, and where the caret is then.
struct motion {
    std::vector<const char*> keys;
    std::size_t caret;
};

void motions(const driven_phone& on)
{
    const note written(on, text);
    const std::vector<motion> all{
        {{"home"}, 0},
        {{"end"}, 8},
        {{"end", "arrow_left"}, 7},
        {{"home", "arrow_right"}, 1},
        {{"end", "arrow_up"}, 2},
        {{"home", "arrow_down"}, 6},
        {{"end", "page_up"}, 2},
        {{"home", "page_down"}, 6},
    };
    for (const auto& [keys, caret] : all) {
        for (const auto* key : keys)
            on.act("keypress", {{"key", key}});
        INFO(json(keys).dump());
        CHECK(written.caret() == caret);
    }
    CHECK(written.content() == text);
}

void insertions(const driven_phone& on)
{
    const note written(on, text);
    std::string expected = text;
    const auto pressed = [&](const char* key) {
        on.act("keypress", {{"key", key}});
        return written.content();
    };
    CHECK(pressed("enter") == expected + "\n");
    CHECK(pressed("backspace") == expected);
    CHECK(pressed("tab") == expected + "\t");
    CHECK(pressed("backspace") == expected);
    CHECK(pressed("space") == expected + " ");
    CHECK(pressed("backspace") == expected);
    on.act("keypress", {{"key", "home"}});
    CHECK(pressed("delete") == expected.substr(1)); // forwards
}

void letters_and_digits(const driven_phone& on)
{
    const note written(on);
    const std::string all = "abcdefghijklmnopqrstuvwxyz0123456789";
    for (const char each : all)
        on.act("keypress", {{"key", std::string(1, each)}});
    CHECK(written.content() == all);
}

void repeated(const driven_phone& on)
{
    const note written(on);
    const auto start = on.now();
    on.act("keypress", {{"key", "x"}, {"repeat", 100}});
    CHECK(written.content() == std::string(100, 'x'));
    CHECK(on.phone().events_of("key", start).size() == 200); // down and up
    on.act("keypress", {{"key", "backspace"}, {"repeat", 99}});
    CHECK(written.content() == "x");
}

void escape(const driven_phone& on)
{
    const note written(on, text);
    on.act("keypress", {{"key", "escape"}});
    CHECK(on.fact("keyboard_shown") == false);
    CHECK(written.content() == text);
}

json stroke(const char* key, const std::vector<const char*>& modifiers)
{
    return {{"key", key}, {"modifiers", modifiers}};
}

/// Not sent at all, and so told.
void check_not_pressed(const driven_phone& on, const json& what, const std::string& refusal)
{
    const auto start = on.now();
    INFO(what.dump());
    CHECK(on.refused("keypress", what) == refusal);
    CHECK(on.phone().events_of("key", start).empty());
}

void characters_with_modifiers(const driven_phone& on)
{
    const note written(on, text);
    if (const auto told = documented(on, ability::modified_character); told != can) {
        for (const auto* modifier : {"shift", "alternate", "control", "command"})
            check_not_pressed(on, stroke("a", {modifier}), told);
        CHECK(written.content() == text);
        return;
    }
    on.act("keypress", stroke("a", {"command"}));
    CHECK(written.selection() == json({0, 8}));
    on.act("keypress", {{"key", "home"}});
    on.act("keypress", stroke("a", {"control"}));
    CHECK(written.content() == text); // a command, no letter
    on.act("keypress", stroke("q", {"shift"}));
    CHECK(written.content() == std::string("Q") + text);
    on.act("keypress", stroke("h", {"command"}));
    CHECK(on.front_app() == app::home_screen);
}

void named_keys_with_modifiers(const driven_phone& on)
{
    const note written(on, text);
    if (const auto told = documented(on, ability::modified_named_key); told != can) {
        for (const auto* key : {"arrow_left", "tab", "space", "enter", "escape", "delete"})
            check_not_pressed(on, stroke(key, {"command"}), told);
        CHECK(written.content() == text);
        return;
    }
    on.act("keypress", stroke("arrow_left", {"shift"}));
    CHECK(written.selection() == json({7, 8}));
    on.act("keypress", stroke("arrow_left", {"shift", "command"}));
    CHECK(written.selection() == json({6, 8}));
    on.act("keypress", {{"key", "home"}});
    on.act("keypress", {{"key", "arrow_up"}});
    on.act("keypress", stroke("arrow_right", {"alternate"}));
    CHECK(written.caret() == 2); // by a word
}

void named_keys_that_the_system_takes(const driven_phone& on)
{
    on.open(app::sketch);
    on.open(app::notes);
    if (const auto told = documented(on, ability::modified_named_key); told != can) {
        check_not_pressed(on, stroke("tab", {"command"}), told);
        CHECK(on.front_app() == app::notes);
        return;
    }
    on.act("keypress", stroke("tab", {"command"}));
    CHECK(on.front_app() == app::sketch);
    on.act("keypress", stroke("space", {"command"}));
    CHECK(on.state_of(app::home_screen).at("surface") == "spotlight");
    on.act("keypress", {{"key", "escape"}});
}

constexpr std::array effects_of_keys{
    effect{"keypress", "arrows, home, end and pages move the caret", motions},
    effect{"keypress", "enter, tab, space, backspace and delete", insertions},
    effect{"keypress", "all letters and digits", letters_and_digits},
    effect{"keypress", "repeated", repeated},
    effect{"keypress", "escape puts the keyboard away", escape},
    effect{"keypress", "characters with modifiers", characters_with_modifiers},
    effect{"keypress", "named keys with modifiers", named_keys_with_modifiers},
    effect{"keypress", "named keys that the system takes", named_keys_that_the_system_takes},
};

} // namespace

std::span<const effect> key_effects()
{
    return effects_of_keys;
}

} // namespace thimble::e2e
