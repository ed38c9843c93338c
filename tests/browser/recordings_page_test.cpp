// Recordings on a phone's page in a real browser.
#include "tests/browser/dashboard_view.hpp"
#include "tests/catch2.hpp"

namespace thimble::browser {

namespace {

/// Script: a recording is listed in that state, and its row says that.
std::string listed(const std::string& status, const std::string& text)
{
    return "[...document.querySelectorAll('.recordings [data-status=" + status +
           "]')].some((each) => each.textContent.includes('" + text + "'))";
}

constexpr auto film = "document.querySelector('.film')";

/// The page counts how often it reads its recordings, as `window.reads`.
constexpr auto counting_reads = R"js((() => {
    const { fetch: ask } = window;
    window.reads = 0;
    window.fetch = (path, ...more) => {
        window.reads += path.endsWith("/recordings") ? 1 : 0;
        return ask(path, ...more);
    };
})())js";

/// The service begins none where `window.refusing`, and tells of the recordings in `window.told` in
/// place of its own, and counts how often, as `window.reads`. `window.recordingOf` makes one that
/// began so many milliseconds ago and is under way.
constexpr auto telling_of_recordings = R"js((() => {
    const { fetch: ask } = window;
    const began = new Map();
    window.recordingOf = (id, ago) => {
        const at = began.get(id) ?? new Date(Date.now() - ago).toISOString();
        began.set(id, at);
        return { id, phone_id: "phone", session_id: null, status: "recording", format: "zip", ended_by: null,
                 created_at: at, started_at: at, ended_at: null, duration_ms: 0, bytes: 1000, pictures: 1,
                 width: 620, height: 1344, max_duration_s: 600 };
    };
    window.told = [];
    window.reads = 0;
    window.fetch = (path, options) => {
        if (!path.endsWith("/recordings")) return ask(path, options);
        if (options?.method === "POST" && window.refusing)
            return Promise.resolve(Response.json({ error: "QUEUE_FULL", message: "Four are under way.", context: {} },
                                                 { status: 429 }));
        window.reads += 1;
        return Promise.resolve(Response.json({ recordings: window.told }));
    };
})())js";

} // namespace

TEST_CASE("a recording is begun, ended, played and removed on a phone's page", "[dashboard]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    press_button(page, "Record");
    CHECK(page.until(listed("recording", "Recording"), timeout)); // it has a picture
    CHECK(page.until("document.querySelector('.rail .recording')?.title === 'Stop recording'",
                     timeout));
    CHECK(page.until("/^Recording, [0-9]+:[0-9]{2}$/.test("
                     "document.querySelector('.stage .recorded').textContent)",
                     timeout));
    press_button(page, "Stop recording");
    CHECK(page.until(listed("completed", "Ended"), timeout));
    CHECK(page.until(
        "document.querySelector('.stage .recorded').textContent === 'Saved under Activity'",
        timeout));
    press_button(page, "Activity");
    press_button(page, "Play");
    CHECK(page.until("document.querySelector('.film canvas:not(.blank)')?.height > "
                     "document.querySelector('.film canvas')?.width",
                     timeout));
    // It plays without another press.
    CHECK(page.until("Number(document.querySelector('.film input').value) > 0", timeout));
    CHECK(page.evaluate("document.querySelector('.recording h2').textContent.startsWith("
                        "'Recording of ')") == true);
    CHECK(page.evaluate("document.querySelectorAll('[title=\"A zip archive of JPEGs\"]').length") ==
          1); // beside it, and no second one in the player
    page.evaluate("((close) => { close.focus(); close.click(); })([...document.querySelectorAll("
                  "'.recording button')].find((each) => each.textContent === 'Close'))");
    CHECK(page.evaluate("document.querySelector('.film') === null") == true);
    CHECK(page.evaluate("document.activeElement.textContent") == "Play"); // that of the list
    press_button(page, "Play");
    REQUIRE(page.until("document.querySelector('.film')", timeout));
    // Both presses at one go, as the question is taken back after a while.
    page.evaluate("(({ lastChild: remove }) => { remove.click(); remove.click(); })"
                  "(document.querySelector('.recordings .row'))");
    CHECK(page.until("!document.querySelector('.recordings') && !document.querySelector('.film')",
                     timeout));
    CHECK(page.evaluate("document.querySelector('.stage .recorded').textContent") == "");
    CHECK(page.complaints().empty());
}

TEST_CASE("a page that is opened later says for how long it has been recorded", "[dashboard]")
{
    const dashboard_view on;
    auto page = on.shown();
    page.evaluate(telling_of_recordings);
    page.evaluate("void (window.told = [recordingOf('one', 300000)])");
    page.evaluate("location.hash = '#/phones/" + on.system->id_of(on.phone) + "'");
    CHECK(page.until("/^Recording, [5-9]:[0-9]{2}$/.test("
                     "document.querySelector('.stage .recorded')?.textContent)",
                     timeout));
    CHECK(page.complaints().empty());
}

TEST_CASE("the time of a recording is right where the computer's clock is not", "[dashboard]")
{
    const dashboard_view on;
    auto page = on.shown();
    REQUIRE(on.system->api().post(on.system->path(on.phone, "/recordings"), "{}").status == 201);
    page.evaluate("void (Date.now = ((now) => () => now() + 3600000)(Date.now))");
    page.evaluate("location.hash = '#/phones/" + on.system->id_of(on.phone) + "'");
    CHECK(page.until("/^Recording, [0-9]:[0-9]{2}$/.test("
                     "document.querySelector('.stage .recorded')?.textContent)",
                     timeout));
    CHECK(page.complaints().empty());
}

TEST_CASE("a recording under way can be ended in the list, and its time goes on", "[dashboard]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    press_button(page, "Activity");
    press_button(page, "Record");
    REQUIRE(page.until(listed("recording", "Recording"), timeout));
    const std::string row = "document.querySelector('.recordings li')";
    CHECK(page.evaluate(row + ".querySelectorAll('button, a').length") == 1);
    CHECK(page.until("((text) => text && text !== '0:00')(" + row +
                         ".querySelector('[data-since]')?.textContent)",
                     timeout));
    press_button(page, "Stop");
    CHECK(page.until(listed("completed", "Ended"), timeout));
    CHECK(page.evaluate(row + ".querySelectorAll('button, a').length") == 3);
    CHECK(page.complaints().empty());
}

TEST_CASE("the list of recordings stays where it was scrolled to while one grows", "[dashboard]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.evaluate(telling_of_recordings);
    page.evaluate("void (window.told = Array.from({ length: 9 }, (_, place) => ({"
                  "...recordingOf(`recording-${place}`, 60000 * place + 1000),"
                  "...(place > 0 && { status: 'completed', ended_by: 'stopped' }) })))");
    press_button(page, "Activity");
    const std::string list = "document.querySelector('.recordings')";
    REQUIRE(page.until(list + "?.children.length === 9", timeout));
    page.evaluate("void (" + list + ".scrollTop = 100)");
    REQUIRE(page.evaluate(list + ".scrollTop") == 100);
    page.evaluate("void (window.told = window.told.map((each, place) =>"
                  " place === 0 ? { ...each, bytes: 7654321 } : each))");
    REQUIRE(page.until(list + ".textContent.includes('7.7 MB')", timeout));
    CHECK(page.evaluate(list + ".scrollTop") == 100);
    CHECK(page.complaints().empty());
}

TEST_CASE("what was refused beside the button is said until another recording runs", "[dashboard]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.evaluate(telling_of_recordings);
    page.evaluate("window.refusing = true");
    press_button(page, "Record");
    const std::string said = "document.querySelector('.recorded .refusal').textContent";
    REQUIRE(page.until(said + " === 'Four are under way.'", timeout));
    page.evaluate("window.reads = 0");
    REQUIRE(page.until("window.reads >= 2", timeout));
    CHECK(page.evaluate(said) == "Four are under way."); // nothing has changed
    page.evaluate("void (window.told = [recordingOf('one', 1000)])");
    CHECK(page.until(said + " === ''", timeout));
    page.evaluate("window.told = []"); // and is not said again
    CHECK(page.until("document.querySelector('.rail [title=Record]')", timeout));
    CHECK(page.evaluate(said) == "");
    CHECK(page.complaints().empty());
}

TEST_CASE("the words beside the button lead to what was recorded", "[dashboard]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.resize(1280, 500);
    press_button(page, "Record");
    REQUIRE(page.until(listed("recording", "Recording"), timeout));
    press_button(page, "API");
    const std::string code = "document.querySelector('#panel-api pre').textContent";
    CHECK(page.evaluate(code + ".includes('/recordings ')") == true);
    press_button(page, "Stop recording");
    REQUIRE(page.until("document.querySelector('.recorded button')", timeout));
    CHECK(page.evaluate("document.querySelector('#panel-api').hidden") == false); // as it was
    CHECK(page.evaluate(code + ".includes('/stop ')") == true);
    page.evaluate("scrollTo(0, 0)");
    press_button(page, "Saved under Activity");
    CHECK(page.evaluate("document.querySelector('#panel-activity').hidden") == false);
    CHECK(page.evaluate("(({ top, bottom }) => top < innerHeight && bottom > 0)"
                        "(document.querySelector('.recordings').getBoundingClientRect())") == true);
    CHECK(page.complaints().empty());
}

TEST_CASE("a recording that is open stays as it is, and the page where it was scrolled to",
          "[dashboard]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.resize(1280, 500);
    press_button(page, "Record");
    REQUIRE(page.until(listed("recording", "Recording"), timeout));
    press_button(page, "Stop recording");
    REQUIRE(page.until(listed("completed", "Ended"), timeout));
    press_button(page, "Activity");
    const std::string play = "document.querySelector('.recordings button').click()";
    page.evaluate(play);
    REQUIRE(page.until("document.querySelector('.film canvas:not(.blank)')", timeout));
    page.evaluate(std::string("void (window.opened = ") + film + ")");
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    const auto scrolled = page.evaluate("scrollY");
    REQUIRE(scrolled > 0);
    page.evaluate(counting_reads);
    REQUIRE(page.until("window.reads >= 2", timeout));
    CHECK(page.evaluate("scrollY") == scrolled);
    page.evaluate(play);
    CHECK(page.evaluate(std::string("window.opened === ") + film) == true);
    CHECK(page.complaints().empty());
}

} // namespace thimble::browser
