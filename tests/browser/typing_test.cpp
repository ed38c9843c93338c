// Text on the phone from keys and the clipboard, in order with clicks.
#include "tests/browser/dashboard_view.hpp"
#include "tests/browser/held_requests.hpp"
#include "tests/browser/phone_screen.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

namespace thimble::browser {

using e2e::eventually;
using nlohmann::json;
using std::chrono_literals::operator""ms;
using words = std::vector<std::string>;

namespace {

constexpr auto notepad = "com.apple.mobilenotes";

/// A note on the phone, and the page of the phone with the focus in its screen.
struct open_note {
    dashboard_view on{e2e::phone_shop{.device_time = "0"}};
    page at = shown();

    page shown() const
    {
        on.phone.make("open", {{"bundle_id", notepad}});
        auto out = on.phone_page();
        out.resize(1280, 860);
        out.allow_clipboard();
        out.rest(0ms); // a slow machine makes no hold of the click
        out.click(place_of(out, 300, 400));
        REQUIRE(says(out, "tap"));
        return out;
    }

    bool holds(const std::string& text) const
    {
        return eventually(timeout, [&] {
            const auto note = on.phone.facts().at("apps").at(notepad).at("text");
            return note.get<std::string>().contains(text);
        });
    }

    /// Ctrl and V with a text that this JavaScript is.
    void paste(const std::string& text)
    {
        at.evaluate("navigator.clipboard.writeText(" + text + ")");
        at.paste();
    }
};

} // namespace

TEST_CASE("text that is typed before a click is typed there, and text after it behind", "[browser]")
{
    open_note note;
    auto& page = note.at;
    const held_requests requests(page);
    page.type("alice");
    REQUIRE(requests.until_sent(1)); // the phone is at "a"
    page.click(place_of(page, 300, 600));
    page.type("se");
    page.strike("Backspace");
    page.strike("Backspace");
    requests.let_all_go();
    REQUIRE(requests.until_sent(5));
    CHECK(requests.names() == words{"type", "type", "tap", "type", "keypress"});
    CHECK(requests.body(0).at("text") == "a");
    CHECK(requests.body(1).at("text") == "lice");
    CHECK(requests.body(3).at("text") == "se");
    CHECK(requests.body(4).at("repeat") == 2);
    CHECK(page.complaints() == words{});
}

TEST_CASE("what waits behind an action that fails is not sent", "[browser]")
{
    open_note note;
    auto& page = note.at;
    const held_requests requests(page);
    page.click(place_of(page, 300, 600));
    REQUIRE(requests.until_sent(1));
    page.click(place_of(page, 100, 900));
    page.type("for the screen that never came");
    requests.fail();
    CHECK(refuses(page, "Not sent: what came before it failed. "));
    requests.let_all_go();
    page.type("new");
    CHECK(note.holds("new"));
    CHECK(requests.body(1).at("text") == "n"); // what is asked for afterwards is sent
    CHECK_FALSE(note.on.phone.facts().dump().contains("screen that never came"));
    CHECK(page.complaints() == words{});
}

TEST_CASE("a paste has the phone's ends of lines, and is not cut", "[browser]")
{
    open_note note;
    auto& page = note.at;
    note.paste(R"("one\r\ntwo")");
    CHECK(note.holds("one\ntwo"));
    note.paste(R"("x".repeat(10001))");
    CHECK(refuses(page, "That is more than the phone types at once"));
    page.evaluate(
        R"(document.querySelector("#panel-clipboard textarea").value = "x".repeat(10001))");
    press_button(page, "Type into the field");
    CHECK(page.until("document.querySelector('[aria-label=\"Text and clipboard\"] .hint')"
                     ".textContent.startsWith('That is more')",
                     timeout));
    CHECK_FALSE(note.on.phone.facts().dump().contains("xxx"));
    CHECK(page.complaints() == words{});
}

TEST_CASE("a refusal is not overwritten by what was asked for before it", "[browser]")
{
    open_note note;
    auto& page = note.at;
    page.evaluate("document.querySelector('#tab-activity').click()");
    const held_requests requests(page);
    page.type("a");
    REQUIRE(requests.until_sent(1));
    note.paste(R"("x".repeat(10001))");
    CHECK(refuses(page, "That is more than the phone types at once"));
    requests.let_all_go();
    // The page has had its answer once it knows both jobs as its own.
    REQUIRE(page.until("document.querySelectorAll('li[data-job][data-own=true]').length === 2",
                       timeout));
    CHECK(page.evaluate("document.querySelector('.did.refusal') !== null") == true);
    page.type("b");
    CHECK(says(page, "type"));
}

TEST_CASE("letters of dead keys and input methods arrive whole", "[browser]")
{
    open_note note;
    auto& page = note.at;
    page.compose("´");
    page.insert("é");
    CHECK(note.holds("é"));
    page.compose("に");
    page.compose("日");
    page.insert("日本");
    CHECK(note.holds("é日本"));
    CHECK(page.evaluate("document.activeElement.value") == "");
    CHECK(page.complaints() == words{});
}

} // namespace thimble::browser
