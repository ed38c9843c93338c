// The page of an agent session in a real browser: it is begun, asks, is told, and looked through.
#include "tests/browser/held_requests.hpp"
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

namespace thimble::browser {

using e2e::eventually;
using nlohmann::json;

namespace {

/// A turn after which the model thinks for longer than any test takes.
json silent()
{
    auto out = e2e::turn_of("wait");
    out["delay_ms"] = 600'000;
    return out;
}

/// A turn with what the agent thinks and says about it.
json told(json turn, const std::string& thinking, const std::string& text)
{
    turn["thinking"] = thinking;
    turn["text"] = text;
    return turn;
}

/// Script: the timeline has an entry of that type that contains `text`.
std::string entry(const std::string& type, const std::string& text)
{
    return "[...document.querySelectorAll('.timeline [data-type=" + type +
           "]')].some((each) => each.textContent.includes('" + text + "'))";
}

/// Script: exactly these places, "cx,cy", are marked on the picture.
std::string marked(const json& places)
{
    return "JSON.stringify([...document.querySelectorAll('.marks circle')].map((each) => "
           "`${each.getAttribute('cx')},${each.getAttribute('cy')}`)) === '" +
           places.dump() + "'";
}

/// Shows the picture on which the agent did what that entry says.
void show(page& in, const std::string& sentence)
{
    in.evaluate("[...document.querySelectorAll('[data-type=tool_use]')].find((each) => "
                "each.textContent.includes('" +
                sentence + "')).querySelector('button').click()");
}

void scrub_to(page& in, const std::string& frame)
{
    in.evaluate("(() => { const slider = document.querySelector('.scrub input');"
                "slider.value = " +
                frame + "; slider.dispatchEvent(new Event('input')); })()");
}

const std::string frames = "Number(document.querySelector('.scrub input').max)";

/// Keeps back the next picture of a frame until `release`; `late` once the page has read it. Counts
/// the pictures that are drawn.
constexpr auto keeping_one_back = R"js((() => {
    const { fetch: ask, createImageBitmap: decode } = window;
    window.drawn = 0;
    window.createImageBitmap = (...given) => (++window.drawn, decode(...given));
    window.fetch = async (path, ...more) => {
        const answer = await ask(path, ...more);
        if (!path.includes("/pictures/")) return answer;
        window.fetch = ask;
        await new Promise((resolve) => (window.release = resolve));
        const read = answer.arrayBuffer.bind(answer);
        answer.arrayBuffer = async () => {
            const content = await read();
            setTimeout(() => (window.late = true)); // after whatever the page does with it at once
            return content;
        };
        return answer;
    };
})())js";

} // namespace

TEST_CASE("a session is begun on its page, and what it asks is answered there", "[browser]")
{
    const session_view with(
        {.turns = {told(e2e::turn_of("ask_user", {{"question", "Which <b>one</b>?"}}),
                        "There are two.", "I have to ask."),
                   e2e::claim("It is done.")}});
    auto page = with.begun();
    REQUIRE(page.until(session_is("Needs your answer"), timeout));
    CHECK(page.until("document.querySelector('.message .question').textContent === "
                     "'Which <b>one</b>?'",
                     timeout));
    CHECK(page.evaluate("document.querySelector('label[for=message]').textContent") ==
          "Your answer");
    CHECK(page.until(entry("thinking", "There are two."), timeout));
    CHECK(page.until(entry("text", "I have to ask."), timeout));
    CHECK(page.until(entry("question", "Which <b>one</b>?"), timeout));
    CHECK(page.until(entry("question", "Needs your answer"), timeout));

    say_to_agent(page, "The first.");
    REQUIRE(page.until(session_is("Completed"), timeout));
    CHECK(page.until(entry("message", "The first."), timeout));
    CHECK(page.until(entry("tool_use", "Done: It is done."), timeout));
    CHECK(page.evaluate("document.querySelector('.timeline').textContent"
                        ".includes('Needs your answer')") == false); // it has one
    CHECK(page.until("document.querySelector('.outcome').textContent === 'It is done.'", timeout));
    CHECK(page.until("document.querySelector('.figures dd').textContent === '$0.0300'", timeout));
    CHECK(page.evaluate("document.querySelector('.controls').hidden") == true);
    CHECK(with.latest().at("status") == "completed");
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a question and the field for its answer are in view, and the field has the focus",
          "[browser]")
{
    const session_view with({.turns = {e2e::turn_of("open_app", {{"app_name", "Notes"}}),
                                       e2e::turn_of("ask_user", {{"question", "Which one?"}}),
                                       e2e::claim("It is done.")}});
    auto page = with.begun();
    REQUIRE(page.until(session_is("Needs your answer"), timeout));
    CHECK(page.until("document.activeElement.id === 'message'", timeout));
    const auto in_view = [&](const std::string& selector) {
        return page.evaluate("(({ top, bottom }) => top >= 0 && bottom <= innerHeight)"
                             "(document.querySelector('" +
                             selector + "').getBoundingClientRect())");
    };
    for (const auto& [width, height] : {std::pair{1280, 860}, {1280, 600}, {390, 844}}) {
        INFO(width << " x " << height);
        page.resize(width, height);
        page.evaluate("scrollTo(0, 0)");
        CHECK(in_view(".message .question") == true);
        CHECK(in_view("#message") == true);
    }
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a question takes no focus from a field in which somebody types", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    const auto with_focus = page.evaluate(
        R"js(import("/dashboard/session_controls.js").then(({ sessionControls }) => {
        const controls = sessionControls("none", () => {});
        const elsewhere = document.createElement("input");
        elsewhere.id = "elsewhere";
        document.querySelector("#page").replaceChildren(controls.element, elsewhere);
        const runs = { status: "running", waiting_for: null };
        const asks = { status: "waiting_for_user", waiting_for: "Which one?" };
        const out = [];
        controls.update(runs);
        elsewhere.focus();
        controls.update(asks);
        out.push(document.activeElement.id);
        controls.update(runs);
        elsewhere.blur();
        controls.update(asks);
        out.push(document.activeElement.id);
        return out;
    }))js");
    CHECK(with_focus == json{"elsewhere", "message"});
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a session is paused, resumed, told, interrupted and stopped on its page", "[browser]")
{
    const session_view with({.turns = {silent()}, .for_ever = true});
    auto page = with.begun();
    REQUIRE(page.until(session_is("Running"), timeout));
    press_button(page, "Pause");
    REQUIRE(page.until(session_is("Paused"), timeout));
    CHECK(with.latest().at("status") == "paused");
    press_button(page, "Resume");
    REQUIRE(page.until(session_is("Running"), timeout));
    say_to_agent(page, "Be quick.");
    CHECK(page.until(entry("message", "Be quick."), timeout));
    CHECK(page.until("document.querySelector('#message').value === ''", timeout));
    press_button(page, "Interrupt");
    REQUIRE(page.until(session_is("Needs your answer"), timeout));
    say_to_agent(page, "Go on.");
    REQUIRE(page.until(session_is("Running"), timeout));
    press_button(page, "Stop");
    REQUIRE(page.until(session_is("Stopped"), timeout));
    CHECK(with.latest().at("status") == "killed");
    page.evaluate("location.hash = '#/sessions'");
    CHECK(page.until("document.querySelector('.sessions li[data-status=killed]')", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the page of a session whose key is revoked asks to sign in", "[browser]")
{
    const session_view with({.turns = {silent()}, .for_ever = true});
    const auto& api = with.on.system->api();
    const auto made = api.post("/v1/keys", R"({"name": "short"})").json();
    auto page = with.begun();
    REQUIRE(page.until(session_is("Running"), timeout));
    page.evaluate("sessionStorage.setItem('key', '" + made.at("key").get<std::string>() + "')");
    REQUIRE(api.send("DELETE", "/v1/keys/" + made.at("id").get<std::string>(), "", {}).status ==
            204);
    CHECK(page.until("document.querySelector('.entrance')", timeout));
    CHECK(page.evaluate("document.querySelectorAll('.session-page').length") == 0);
}

TEST_CASE("a session that has ended is looked through, each action on the picture it was for",
          "[browser]")
{
    const session_view with(
        {.turns = {
             e2e::turn_of("tap", {{"x", 600}, {"y", 60}}),
             e2e::turn_of("open_app", {{"app_name", "Notes"}}),
             e2e::turn_of("drag", {{"from_x", 310}, {"from_y", 900}, {"to_x", 310}, {"to_y", 700}}),
             e2e::claim("It is done.")}});
    auto page = with.begun();
    REQUIRE(page.until(session_is("Completed"), timeout));
    REQUIRE(page.until(story_has_ended(), timeout));
    REQUIRE(page.until(frames + " >= 3", timeout));

    show(page, "Tap at 600, 60");
    CHECK(page.until(marked({"600.5,60.5"}), timeout));
    CHECK_FALSE(with.on.agrees(page, std::chrono::milliseconds(0))); // that was another app
    show(page, "Drag from 310, 900 to 310, 700");
    CHECK(page.until(marked({"310.5,900.5", "310.5,700.5"}), timeout));
    CHECK(page.evaluate("document.querySelector('.marks polyline').getAttribute('points')") ==
          "310.5 900.5 310.5 700.5");

    scrub_to(page, "0");
    CHECK(page.until(marked({"600.5,60.5"}), timeout));
    CHECK(page.evaluate("document.querySelector('.timeline .meant').textContent.includes("
                        "'Tap at 600, 60')") == true);
    scrub_to(page, frames);
    CHECK(page.until(marked(json::array()), timeout));
    CHECK(with.on.agrees(page, timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a picture that comes after a later one was chosen is not drawn", "[browser]")
{
    const session_view with(
        {.turns = {e2e::turn_of("open_app", {{"app_name", "Notes"}}), e2e::claim("It is done.")}});
    auto page = with.begun();
    REQUIRE(page.until(session_is("Completed"), timeout));
    REQUIRE(page.until(story_has_ended(), timeout));
    REQUIRE(page.until(frames + " >= 1", timeout));
    scrub_to(page, frames);
    REQUIRE(with.on.agrees(page, timeout));

    page.resize(1280, 1600); // so that all small pictures are read before
    REQUIRE(page.until("document.querySelectorAll('.look').length >= 2 && "
                       "!document.querySelector('.look.blank')",
                       timeout));
    page.evaluate(keeping_one_back);
    scrub_to(page, "0");
    REQUIRE(page.until("window.release", timeout));
    scrub_to(page, frames);
    REQUIRE(page.until("window.drawn === 1", timeout));
    page.evaluate("window.release()");
    REQUIRE(page.until("window.late", timeout));
    CHECK(page.evaluate("window.drawn") == 1);
    CHECK(with.on.agrees(page, timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the page of a running session is live again when somebody looks at it again",
          "[browser]")
{
    const session_view with({.turns = {silent()}, .for_ever = true});
    auto page = with.begun();
    const auto streaming = [&] { return with.on.streaming(); };
    REQUIRE(page.until("!document.querySelector('.scrub input')?.disabled", timeout));
    REQUIRE(eventually(timeout, streaming));
    auto other = with.on.chromium.new_page();
    other.bring_to_front();
    REQUIRE(page.until("document.hidden", timeout));
    CHECK(eventually(timeout, [&] { return !streaming(); }));
    page.bring_to_front();
    CHECK(eventually(timeout, streaming));
    CHECK(page.evaluate("document.querySelector('.scrub + p').textContent") == "Live");
    with.on.phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    CHECK(with.on.agrees(page, timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the page of a session that nobody sees follows nothing, and misses nothing", "[browser]")
{
    const session_view with({.turns = {silent()}, .for_ever = true});
    auto page = with.begun();
    const auto followers = [&](const std::string& count) {
        return eventually(timeout, [&] {
            const auto told = with.on.system->stranger().get("/metrics").body;
            return told.contains("\nthimble_session_followers " + count + "\n");
        });
    };
    REQUIRE(page.until(session_is("Running"), timeout));
    REQUIRE(followers("1"));
    auto other = with.on.chromium.new_page();
    other.bring_to_front();
    REQUIRE(page.until("document.hidden", timeout));
    CHECK(followers("0"));
    const auto path = "/v1/sessions/" + with.latest().at("id").get<std::string>() + "/messages";
    REQUIRE(with.on.system->api().post(path, R"({"message": "Unseen."})").status == 204);
    page.bring_to_front();
    CHECK(page.until(entry("message", "Unseen."), timeout));
    CHECK(page.evaluate("[...document.querySelectorAll('.timeline [data-type=message]')].length") ==
          1);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a message is sent once, and what is typed meanwhile stays", "[browser]")
{
    const session_view with({.turns = {silent()}, .for_ever = true});
    auto page = with.begun();
    REQUIRE(page.until(session_is("Running"), timeout));
    const held_requests held(page);
    say_to_agent(page, "Be quick.");
    REQUIRE(held.until_sent(1));
    press_button(page, "Send");
    page.evaluate("document.querySelector('#message').value = 'And careful.'");
    press_button(page, "Send");
    CHECK(held.names() == std::vector<std::string>{"messages"});
    held.let_all_go();
    CHECK(page.until(entry("message", "Be quick."), timeout));
    const auto typed = [&] { return page.evaluate("document.querySelector('#message').value"); };
    CHECK(typed() == "And careful.");
    page.evaluate("document.querySelector('#message').dispatchEvent(new KeyboardEvent('keydown',"
                  "{ key: 'Enter', repeat: true, bubbles: true, cancelable: true }))");
    CHECK(held.names().size() == 1); // who holds Enter down has sent it already
    press_button(page, "Send");
    CHECK(page.until(entry("message", "And careful."), timeout));
    CHECK(page.until("document.querySelector('#message').value === ''", timeout));
    CHECK(held.names().size() == 2);
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
