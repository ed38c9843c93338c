// Typing, and the clipboard.
#include "tests/e2e/effects/effect.hpp"
#include "tests/e2e/effects/note.hpp"

#include <array>

namespace thimble::e2e {

using nlohmann::json;

namespace {

void keys(const driven_phone& on)
{
    const note written(on);
    std::string all;
    for (char each = ' '; each <= '~'; ++each)
        all += each;
    all += "\n\t.z\n"; // a hundred, the most that plain typing takes
    check_seen(on, on.act("type", {{"text", all}, {"method", "keys"}}));
    CHECK(written.content() == all);
}

/// By Command-V on an iPad and without a runner, else by the menu of the field.
void paste(const driven_phone& on)
{
    const note written(on, "before ");
    check_seen(on, on.act("type", {{"text", "pasted"}, {"method", "paste"}}));
    CHECK(written.content() == "before pasted");
    CHECK(on.fact("clipboard") == "pasted");
    CHECK(on.front_app() == app::notes);
}

/// By its name, and by the two that it had before.
void any_text(const driven_phone& on)
{
    for (const auto* method : {"auto", "shortcut", "shortcut_legacy"}) {
        INFO(method);
        const note written(on);
        const std::string text = "Grüße 🧵 ¿";
        on.act("type", {{"text", text}, {"method", method}});
        CHECK(written.content() == text);
    }
}

/// The field gets the focus first.
void by_ref(const driven_phone& on)
{
    const note written(on);
    const auto found = on.get("find?selector=note%20field");
    INFO(found.body);
    REQUIRE(found.status == 200);
    on.open(app::maps); // and back: the keyboard has gone
    on.open(app::notes);
    const auto typed =
        on.act("type", {{"ref", found.json().at("element").at("ref")}, {"text", "by its ref"}});
    CHECK(typed.at("receipt").at("verified") == true);
    CHECK(written.content() == "by its ref");
}

/// Without a tree no field has a ref.
void by_unknown_ref(const driven_phone& on)
{
    const note written(on);
    CHECK(on.refused("type", {{"ref", "e1"}, {"text", "by its ref"}}) == "STALE_FRAME");
    CHECK(written.content().empty());
}

/// Nobody sees that there is none: the keys go nowhere.
void into_nothing(const driven_phone& on)
{
    on.open(app::notes);
    const auto content = on.state_of(app::notes).at("text");
    on.open(app::maps);
    for (const auto* method : {"keys", "auto", "paste"}) {
        INFO(method);
        check_seen(on, on.act("type", {{"text", "lost"}, {"method", method}}));
        CHECK(on.front_app() == app::maps);
    }
    CHECK(on.state_of(app::notes).at("text") == content);
}

void without_a_keyboard(const driven_phone& on)
{
    on.open(app::maps);
    for (const auto* method : {"keys", "auto", "paste"}) {
        const auto start = on.now();
        const auto answer = on.attempt("type", {{"text", "lost"}, {"method", method}});
        INFO(answer.body);
        CHECK(answer.json().at("error") == "ACTION_FAILED");
        CHECK(answer.json().at("context").at("cause") == "keyboard_not_shown");
        CHECK(answer.json().at("context").at("outcome") == "not_sent");
        CHECK(on.phone().events_of("text", start).empty());
    }
}

/// The runner comes to the front for it, and leaves again.
void clipboard(const driven_phone& on)
{
    for (const auto* app : {app::notes, app::home_screen}) {
        INFO(app);
        if (app == std::string(app::home_screen))
            on.act("home");
        else
            on.open(app);
        const auto turned = on.fact("orientation");
        const std::string text = "zwölf 🧵\nlines / slashes";
        on.act("copy-text", {{"text", text}});
        CHECK(on.fact("clipboard") == text);
        CHECK(on.front_app() == app);
        const auto read = on.act("read-clipboard");
        CHECK(read.at("text") == text);
        CHECK(read.at("empty") == false);
        CHECK(on.front_app() == app);
        CHECK(on.fact("orientation") == turned);
    }
}

void empty_clipboard(const driven_phone& on)
{
    on.act("copy-text", {{"text", ""}});
    CHECK(on.act("read-clipboard").at("empty") == true);
}

constexpr std::array effects_of_texts{
    effect{"type", "keys", keys},
    effect{"type", "paste", paste},
    effect{"type", "auto, shortcut and shortcut_legacy", any_text},
    effect{"type", "into the field of a ref", by_ref, by_unknown_ref},
    effect{"type", "where no keyboard is", without_a_keyboard, into_nothing},
    effect{"copy-text", "", clipboard},
    effect{"read-clipboard", "", clipboard},
    effect{"read-clipboard", "empty", empty_clipboard},
};

} // namespace

std::span<const effect> text_effects()
{
    return effects_of_texts;
}

} // namespace thimble::e2e
