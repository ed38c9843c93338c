// A session as a story: an entry for each turn, played, begun once more, and kept as a file.
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/program.hpp"

namespace thimble::browser {

using nlohmann::json;

namespace {

const std::string all_turns = "[...document.querySelectorAll('.timeline .turn')]";

e2e::agent_script two_turns()
{
    auto first = e2e::turn_of("tap", {{"x", 600}, {"y", 60}});
    first["thinking"] = "A <b>bold</b> thought.";
    first["text"] = "I tap.";
    return {.turns = {first, e2e::claim("It is done.")}};
}

/// Files that the page has made are told to the test, and not saved.
constexpr auto keeping_files = R"js((() => {
    window.files = [];
    const { createObjectURL } = URL;
    URL.createObjectURL = (content) => (files.push(content), createObjectURL(content));
    HTMLAnchorElement.prototype.click = () => {};
})())js";

} // namespace

TEST_CASE("a turn of a session is one entry, with what was seen, thought, done and came of it",
          "[browser]")
{
    const session_view with(two_turns());
    auto page = with.begun();
    REQUIRE(page.until(session_is("Completed"), timeout));
    const std::string first = all_turns + ".find((each) => each.dataset.turn === '1')";
    REQUIRE(page.until(first + "?.querySelector('[data-type=tool_result]')", timeout));
    CHECK(page.evaluate(
              "[..." + first +
              ".querySelectorAll('.part')].map((each) => each.dataset.type).slice(-4).join()") ==
          "thinking,text,tool_use,tool_result");
    CHECK(page.evaluate(first + ".textContent.includes('A <b>bold</b> thought.')") == true);
    CHECK(page.until(first + ".querySelector('.look:not(.blank)')", timeout));
    page.evaluate(first + ".querySelector('.look-button').click()");
    CHECK(page.until("document.querySelector('.marks circle')?.getAttribute('cx') === '600.5'",
                     timeout));
    CHECK(page.evaluate(first + ".querySelector('.look-button').ariaPressed") == "true");
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the frames of a session are played to the last one", "[browser]")
{
    const session_view with(two_turns());
    auto page = with.begun();
    REQUIRE(page.until(session_is("Completed"), timeout));
    REQUIRE(page.until(story_has_ended(), timeout)); // no frame comes any more
    REQUIRE(page.until("Number(document.querySelector('.scrub input').max) >= 1", timeout));
    const std::string shown = "document.querySelector('.scrub input').value";
    const auto last =
        page.evaluate("document.querySelector('.scrub input').max").get<std::string>();
    REQUIRE(page.until(shown + " === '" + last + "'", timeout)); // that of a session that has ended
    // At one go: a slow machine would see a later one.
    CHECK(page.evaluate("document.querySelector('.scrub button').click(), " + shown) == "0");
    CHECK(page.until("document.querySelector('.scrub button').title === 'Play frames'", timeout));
    CHECK(page.evaluate(shown) == last);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a session that has ended is run again, with the same task", "[browser]")
{
    const session_view with(two_turns());
    auto page = with.begun("Do it <once> more.");
    REQUIRE(page.until(session_is("Completed"), timeout));
    const auto before = with.latest();
    press_button(page, "Run again");
    REQUIRE(page.until("location.hash.startsWith('#/sessions/') && !location.hash.endsWith('" +
                           before.at("id").get<std::string>() + "')",
                       timeout));
    const auto after = with.latest();
    CHECK(after.at("id") != before.at("id"));
    for (const auto* same : {"instruction", "phone_id", "max_turns", "timeout_s"})
        CHECK(after.at(same) == before.at(same));
}

TEST_CASE("a session is kept as a page that stands alone, and as JSON", "[browser]")
{
    const session_view with(two_turns());
    auto page = with.begun("Do <b>it</b>.");
    REQUIRE(page.until(session_is("Completed"), timeout));
    REQUIRE(page.until(story_has_ended(), timeout));
    page.evaluate(keeping_files);
    press_button(page, "Export as JSON");
    REQUIRE(page.until("window.files.length === 1", timeout));
    const auto text = page.evaluate("window.files[0].text()").get<std::string>();
    const auto told = json::parse(text, nullptr, false);
    REQUIRE(told.is_object());
    CHECK(told.at("session").at("id") == with.latest().at("id"));
    CHECK(told.at("events").size() > 5);

    press_button(page, "Export as a page");
    REQUIRE(page.until("window.files.length === 2", timeout));
    const auto html = page.evaluate("window.files[1].text()").get<std::string>();
    CHECK(html.starts_with("<!DOCTYPE html>"));
    CHECK(html.contains("Do &lt;b&gt;it&lt;/b&gt;."));
    CHECK(html.contains("A &lt;b&gt;bold&lt;/b&gt; thought."));
    CHECK(html.contains("src=\"data:image/"));
    for (const auto* foreign : {"<script", "http-equiv=\"refresh", "src=\"http", "<b>"})
        CHECK_FALSE(html.contains(foreign));

    press_button(page, "Export the pictures");
    REQUIRE(page.until("window.files.length === 3", timeout));
    const auto begin = page.evaluate(R"js((async () => {
        const { picturesIn } = await import("/dashboard/picture_film.js");
        const pictures = picturesIn(await files[2].arrayBuffer());
        return pictures.map(({ at, content }) => [at, content[0], content[1]]);
    })())js");
    REQUIRE(begin.size() >= 2);
    CHECK(
        (begin.at(0) == json{1, 0xff, 0xd8} || begin.at(0) == json{1, 0x89, 0x50})); // JPEG or PNG
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("an archive that a page makes is read by others", "[browser]")
{
    const session_view with(two_turns());
    auto page = with.on.shown();
    const auto archive =
        page.evaluate(R"js(import("/dashboard/archive.js").then(async ({ zipOf }) => {
        const bytes = (text) => new TextEncoder().encode(text);
        const zip = zipOf([{ name: "one.txt", content: bytes("1") },
                           { name: "zw\u00f6lf.txt", content: bytes("x".repeat(3000)) }]);
        return btoa(String.fromCharCode(...new Uint8Array(await zip.arrayBuffer())));
    }))js");
    const auto read = e2e::run(
        "python3",
        {"-c",
         "import base64, io, sys, zipfile\n"
         "of = zipfile.ZipFile(io.BytesIO(base64.b64decode(sys.argv[1])))\n"
         "print(of.testzip(), ascii([(each.filename, each.file_size) for each in of.infolist()]))",
         archive.get<std::string>()});
    INFO(read.errors);
    CHECK(read.output == "None [('one.txt', 1), ('zw\\xf6lf.txt', 3000)]\n");
}

TEST_CASE("a session's result and a person's answer are told once", "[browser]")
{
    const session_view with(two_turns());
    auto page = with.on.shown();
    const auto told = page.evaluate(R"js(import("/dashboard/story.js").then(({ Story }) => {
        const textsOf = (events) => {
            const story = new Story();
            return events.map(([type, data]) => story.tell({ type, data })?.text ?? null);
        };
        const done = (summary) => ["tool_use", { name: "done", arguments: { success: true, summary } }];
        const result = (name, text) => ["tool_result", { name, text }];
        return [textsOf([["question", { text: "Which one?" }], ["message", { text: "The first." }],
                         result("ask_user", "The user answers: The first."),
                         done("It is done."), ["verdict", { reached: true, reason: "It looks so." }],
                         result("done", "The session has ended."),
                         ["status", { status: "completed", result: "It is done." }]]),
                textsOf([["text", { text: "All set." }], done("All set.")]),
                textsOf([result("ask_user", "There was no answer."), ["error", { error: "It broke." }],
                         ["status", { status: "failed", result: "Half of it.", error: "It broke." }]])];
    }))js");
    CHECK(told.at(0) == json{"Which one?", "The first.", nullptr, "Done: It is done.",
                             "It looks so.", nullptr, "Completed"});
    CHECK(told.at(1) == json{"All set.", "Done"});
    CHECK(told.at(2) == json{"There was no answer.", "It broke.", "Failed: Half of it."});
}

TEST_CASE("a session's state is told where nothing else tells of it", "[browser]")
{
    const session_view with(two_turns());
    auto page = with.on.shown();
    const auto told = page.evaluate(R"js(import("/dashboard/story.js").then(({ Story }) => {
        const story = new Story();
        const told = (type, data) => story.tell({ type, data })?.text ?? null;
        const states = (...all) => all.map((status) => told("status", { status }));
        const out = [states("creating", "running", "paused", "running", "waiting_for_user")];
        told("message", { text: "Go on." });
        out.push(states("running"));
        told("question", { text: "Which one?" });
        out.push(states("waiting_for_user"));
        told("message", { text: "The first." });
        out.push(states("running", "killed"));
        const another = new Story(); // paused before its first turn
        out.push(["creating", "paused", "creating", "running"].map((status) =>
            another.tell({ type: "status", data: { status } })?.text ?? null));
        return out;
    }))js");
    CHECK(told.at(0) == json{nullptr, nullptr, "Paused", "Resumed", "Interrupted"});
    CHECK(told.at(1) == json::array({nullptr}));
    CHECK(told.at(2) == json::array({nullptr}));
    CHECK(told.at(3) == json{nullptr, "Stopped"});
    CHECK(told.at(4) == json{nullptr, "Paused", "Resumed", nullptr});
}

TEST_CASE("words of the service for the model are told to people in theirs", "[browser]")
{
    const session_view with(two_turns());
    auto page = with.on.shown();
    const auto told =
        page.evaluate(R"js(import("/dashboard/session_words.js").then(({ resultOf, turnsOf }) => {
        const size = { width: 620, height: 1344 };
        const whole = "Done. The screen has changed between (0, 0) and (619, 1343).";
        return [resultOf({ name: "tap", text: whole }, {}, size),
                resultOf({ name: "tap", text: whole }, {}, { width: 100, height: 100 }) === whole,
                resultOf({ name: "wait", text: "The time is over." }, { duration_ms: 2000 }, size),
                turnsOf(1), turnsOf(2)];
    }))js");
    CHECK(told ==
          json{"Done. The whole screen has changed.", true, "Waited 2 s", "1 turn", "2 turns"});
}

} // namespace thimble::browser
