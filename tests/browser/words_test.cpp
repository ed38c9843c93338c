// Words and type of the dashboard: plain English, three sizes, one icon set, one primary action a
// page.
#include "service/dashboard/dashboard.hpp"
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"

#include <array>
#include <regex>
#include <set>
#include <string>
#include <string_view>

namespace thimble::browser {

namespace {

/// Words that the pages no longer have.
constexpr auto replaced_words = std::to_array<std::string_view>({"Make key",
                                                                 "I have it",
                                                                 "\"Keep\"",
                                                                 "is kept",
                                                                 "is let in",
                                                                 "be let in",
                                                                 "Read again",
                                                                 "Type it",
                                                                 "Paste from phone",
                                                                 "Copy here",
                                                                 "Name of a new key",
                                                                 "Turns at most",
                                                                 "Seconds at most",
                                                                 "What is the phone to do",
                                                                 "Waits for you",
                                                                 "Ask you",
                                                                 "Checked: it is",
                                                                 "Last jobs",
                                                                 "The address names nothing",
                                                                 "Beyond the plan",
                                                                 "Begins with",
                                                                 "Enter another one",
                                                                 "Say no",
                                                                 "eeds attention",
                                                                 "Start agent",
                                                                 "Let it in"});

/// Whatever is done is answered as of a phone whose desktop is away.
constexpr auto desktops_are_away = R"js((() => {
    const { fetch: ask } = window;
    window.fetch = (path, options) => options?.method !== "POST" ? ask(path, options)
        : Promise.resolve(Response.json({ error: "MAC_APP_NOT_RUNNING",
            message: "The desktop that held this phone last is offline; start thimbled there.",
            context: {} }, { status: 503 }));
})())js";

} // namespace

TEST_CASE("the pages speak of computers where the service speaks of desktops", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.evaluate(desktops_are_away);
    press_button(page, "Home");
    CHECK(page.until("document.querySelector('.did').textContent.startsWith('The computer that "
                     "had this phone last')",
                     timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the pages say nothing that has been replaced", "[browser]")
{
    for (const auto& file : service::dashboard::files())
        for (const auto word : replaced_words) {
            INFO(file.name << ": " << word);
            CHECK_FALSE(file.text.contains(word));
        }
}

TEST_CASE("the styles have three sizes of type", "[browser]")
{
    const std::regex size("font(?:-size)?: *(?:[0-9]+ )?var\\((--[a-z]+)\\)|font-size: *([^;]+);");
    std::set<std::string> sizes;
    for (const auto& file : service::dashboard::files()) {
        if (!file.name.ends_with(".css"))
            continue;
        const std::string text(file.text);
        for (std::sregex_iterator at(text.begin(), text.end(), size), end; at != end; ++at)
            sizes.insert((*at)[1].matched ? (*at)[1].str() : (*at)[2].str());
    }
    // Of the field that takes keys, which nobody sees: browsers zoom in on one with smaller
    // letters.
    CHECK(sizes == std::set<std::string>{"--small", "--text", "--large", "1rem", "100%"});
}

TEST_CASE("a page has one primary action at most", "[browser]")
{
    const session_view with({.turns = {e2e::turn_of("ask_user", {{"question", "Which one?"}}),
                                       e2e::claim("It is done.")}});
    auto page = with.begun();
    const std::string primary = "[...document.querySelectorAll('button.main')]"
                                ".filter((each) => each.getClientRects().length > 0).length";
    REQUIRE(page.until(session_is("Needs your answer"), timeout));
    CHECK(page.evaluate(primary) == 1);
    const auto phone = "phones/" + with.on.system->id_of(with.on.phone);
    for (const std::string name :
         {"phones", phone.c_str(), "sessions", "desktops", "keys", "usage", "secrets"}) {
        INFO(name);
        page.evaluate("location.hash = '#/" + name + "'");
        REQUIRE(page.until("document.querySelector('main h1:not(.unseen)')", timeout));
        CHECK(page.evaluate(primary) <= 1);
    }
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
