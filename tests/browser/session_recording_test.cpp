// A recorded session on its page in a real browser: played beside its events, or why it is not.
#include "store/database_file.hpp"
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/sessions/session_client.hpp"
#include "tests/store/store_in.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>

namespace thimble::browser {

using e2e::eventually;
using nlohmann::json;

namespace {

/// It has video of its own, without an encoder: the same pictures again and again.
e2e::phone_shop phone_with_video()
{
    return {.phones = {"iPhone 15 Pro,ios=27,runner=absent,touch_gate=open,loop=" +
                       std::string(THIMBLE_SOURCE_DIR) + "/tests/video/panel.hevc"}};
}

/// The agent asks before it does something, and after.
e2e::agent_script asking_twice()
{
    return {.turns = {e2e::turn_of("ask_user", {{"question", "Shall I begin?"}}),
                      e2e::turn_of("open_app", {{"app_name", "Notes"}}),
                      e2e::turn_of("ask_user", {{"question", "Shall I end?"}}),
                      e2e::claim("It is done.")}};
}

/// Begun by the API, so that nobody watches the phone before its video is recorded.
e2e::session_client recorded_session(const session_view& with)
{
    const auto& system = *with.on.system;
    return {system.api(), json{{"instruction", "Do what the script says."},
                               {"phone_id", system.id_of(with.on.phone)},
                               {"record", true}}};
}

json recording_of(const session_view& with, const e2e::session_client& session)
{
    const auto id = session.record().at("recording_id").get<std::string>();
    return with.on.system->api().get("/v1/recordings/" + id).json();
}

/// Answers that question once so many pictures have been recorded.
void answer(const session_view& with,
            const e2e::session_client& session,
            const std::string& question,
            int pictures)
{
    REQUIRE(eventually(timeout, [&] {
        return session.record().at("waiting_for") == question &&
               recording_of(with, session).value("pictures", 0) >= pictures;
    }));
    REQUIRE(session.say("Yes.").status == 204);
}

/// Waits until both have ended; the recording.
json ended(const session_view& with, const e2e::session_client& session)
{
    INFO(session.told());
    REQUIRE(session.until("completed", timeout));
    REQUIRE(eventually(timeout,
                       [&] { return recording_of(with, session).at("status") == "completed"; }));
    return recording_of(with, session);
}

page session_page_of(const session_view& with, const e2e::session_client& session)
{
    auto out = opened_with_key(with.on.chromium, *with.on.system);
    REQUIRE(out.until("!document.querySelector('#shell').hidden", timeout));
    out.evaluate("location.hash = '#/sessions/" + session.id() + "'");
    REQUIRE(out.until(story_has_ended(), timeout));
    return out;
}

const std::string slider = "document.querySelector('.film input')";
const std::string shown_picture = "document.querySelector('.film canvas').toDataURL()";
const std::string moments = "[...document.querySelectorAll('.timeline .moment')]";

/// Script: what stands above the time of a recording that is shown has happened, and what stands
/// below has not; the last that has is marked.
constexpr auto marks_are_right = R"js((() => {
    const time = window.began + Number(document.querySelector(".film input").value);
    const parts = [...document.querySelectorAll(".timeline .part")];
    const turns = [...document.querySelectorAll(".timeline .turn")];
    const begins = (turn) => Date.parse(turn.querySelector("time").dateTime);
    const part = parts.findLast(({ dataset }) => Date.parse(dataset.ts) <= time);
    const turn = turns.findLast((each) => begins(each) <= time);
    const now = [...document.querySelectorAll(".timeline .now")];
    const current = [...document.querySelectorAll(".timeline [aria-current]")];
    return now.length === (part ? 1 : 0) && now[0] === part &&
        current.length === (turn ? 1 : 0) && current[0] === turn;
})())js";

/// Script: milliseconds of the recording at which that turn begins, as far as it was recorded.
std::string place_of_turn(const std::string& turn)
{
    return "((time) => Math.min(Math.max(0, time - window.began), Number(" + slider +
           ".max)))(Date.parse(" + turn + ".querySelector('time').dateTime))";
}

std::string turn_with(const std::string& text)
{
    return "[...document.querySelectorAll('.timeline .turn')].find((each) => "
           "each.textContent.includes('" +
           text + "'))";
}

/// Files that the page has made are told to the test, and not saved.
constexpr auto keeping_downloads = R"js((() => {
    window.files = [];
    const { createObjectURL } = URL;
    URL.createObjectURL = (content) => (files.push(content), createObjectURL(content));
    HTMLAnchorElement.prototype.click = () => {};
})())js";

} // namespace

TEST_CASE("a session's recorded pictures are played beside its events, and each leads to the other",
          "[browser]")
{
    const session_view with(asking_twice());
    const auto session = recorded_session(with);
    answer(with, session, "Shall I begin?", 1);
    answer(with, session, "Shall I end?", 2); // Notes has been opened
    const auto recording = ended(with, session);
    REQUIRE(recording.at("format") == "zip");
    auto page = session_page_of(with, session);
    REQUIRE(page.until("document.querySelector('.recording .film canvas:not(.blank)')", timeout));
    page.evaluate("void (window.began = Date.parse('" +
                  recording.at("started_at").get<std::string>() + "'))");
    CHECK(page.evaluate(slider + ".max") == std::to_string(recording.at("duration_ms").get<int>()));

    // Times of the recording and of the events are told alike.
    CHECK(page.evaluate("/^Recording, \\d\\d:\\d\\d:\\d\\d to \\d\\d:\\d\\d:\\d\\d$/.test("
                        "document.querySelector('.recording h2').textContent)") == true);
    CHECK(page.evaluate(moments + ".every(({ disabled, textContent }) => !disabled && "
                                  "/^\\d\\d:\\d\\d:\\d\\d \\d+:\\d\\d$/.test(textContent))") ==
          true);

    // An event leads to its moment in the recording, also by the keyboard.
    page.evaluate("void (window.first = " + shown_picture + ")");
    const auto last = turn_with("Shall I end?");
    const auto place = page.evaluate(place_of_turn(last));
    CHECK(place > 0);
    page.evaluate(last + ".querySelector('.moment').click()");
    CHECK(page.evaluate("Number(" + slider + ".value)") == place);
    CHECK(page.evaluate(last + ".hasAttribute('aria-current')") == true);
    const auto earlier = turn_with("Shall I begin?");
    page.evaluate(earlier + ".querySelector('.moment').focus()");
    page.strike("Enter");
    CHECK(page.evaluate("Number(" + slider + ".value)") == page.evaluate(place_of_turn(earlier)));
    CHECK(page.evaluate(earlier + ".hasAttribute('aria-current')") == true);

    // A moment of the recording marks its event, on the way as well.
    page.evaluate(slider + ".value = 0, " + slider + ".dispatchEvent(new Event('input'))");
    CHECK(page.evaluate(marks_are_right) == true);
    page.evaluate(slider + ".focus()");
    page.strike("ArrowRight");
    CHECK(page.evaluate("Number(" + slider + ".value) === Math.min(1000, Number(" + slider +
                        ".max))") == true);
    CHECK(page.evaluate(slider + ".getAttribute('aria-valuetext').startsWith('0:0')") == true);
    page.strike("ArrowLeft");
    CHECK(page.evaluate("Number(" + slider + ".value)") == 0);
    CHECK(page.until(shown_picture + " === window.first", timeout));
    press_button(page, "Play");
    CHECK(page.until("Number(" + slider + ".value) === Number(" + slider + ".max)", timeout));
    CHECK(page.evaluate(marks_are_right) == true);
    CHECK(page.until(shown_picture + " !== window.first", timeout)); // another app
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a recorded movie that the browser cannot decode is offered as a file", "[browser]")
{
    const session_view with({.turns = {e2e::turn_of("ask_user", {{"question", "Shall I end?"}}),
                                       e2e::claim("It is done.")}},
                            phone_with_video(), {"--runners", "off"}, {{"THIMBLE_TUNNELS", "on"}});
    REQUIRE(eventually(timeout, [&] {
        const auto able = with.on.system->record_of(with.on.phone).at("capabilities");
        return std::ranges::find(able, json("screen.stream.hevc")) != able.end();
    }));
    const auto session = recorded_session(with);
    answer(with, session, "Shall I end?", 1);
    const auto recording = ended(with, session);
    REQUIRE(recording.at("format") == "mp4");
    auto page = session_page_of(with, session);
    if (page.evaluate("document.createElement('video').canPlayType("
                      "'video/mp4; codecs=\"hvc1.1.6.L153.B0\"')") != "") {
        WARN("skipped: this browser decodes HEVC");
        return;
    }
    const std::string part = "document.querySelector('.recording')";
    REQUIRE(page.until(part, timeout));
    CHECK(page.evaluate(part + ".querySelector('[role=status]').textContent") ==
          "This browser cannot play HEVC video. Download the recording and open it in a video "
          "player.");
    CHECK(page.evaluate(part + ".querySelectorAll('canvas, video').length") == 0);
    CHECK(page.evaluate(moments + ".every(({ disabled }) => disabled)") == true); // leads nowhere
    page.evaluate(keeping_downloads);
    press_button(page, "Download MP4");
    REQUIRE(page.until("window.files.length === 1", timeout));
    CHECK(page.evaluate("window.files[0].size") == recording.at("bytes"));
    CHECK(page.evaluate("window.files[0].slice(4, 8).text()") == "ftyp");
    // On the page of the phone as well.
    page.evaluate("location.hash = '#/phones/" + with.on.system->id_of(with.on.phone) +
                  "/activity'");
    REQUIRE(
        page.until("document.querySelector('.recordings [title=\"A movie in HEVC\"]')", timeout));
    page.evaluate("document.querySelector('.recordings button').click()"); // Play
    CHECK(page.until("document.querySelector('.recording [role=status]')?.textContent"
                     ".includes('Download the recording')",
                     timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the page of a session says that its recording was removed for its age", "[browser]")
{
    session_view with({.turns = {e2e::turn_of("ask_user", {{"question", "Shall I end?"}}),
                                 e2e::claim("It is done.")}});
    const auto before = recorded_session(with);
    answer(with, before, "Shall I end?", 1);
    const auto recording = ended(with, before);

    // Eight days pass while the service is away.
    with.on.system.reset();
    {
        using service::store::database_file;
        auto store =
            database_file::open(service::store::test::store_in(with.home->state.path())).value();
        REQUIRE(store.run([](service::store::transaction& on) {
            constexpr std::int64_t age = std::chrono::milliseconds(std::chrono::days(8)).count();
            on.execute("UPDATE recordings SET ended_at = ended_at - :age", age);
            on.execute("UPDATE sessions SET completed_at = completed_at - :age", age);
        }));
    }
    with.on.system.emplace(with.on.phones, with.home);
    REQUIRE(with.on.system->until_ready(with.on.phone, e2e::ready_limit));
    const auto& api = with.on.system->api();
    const auto all = with.on.system->path(with.on.phone, "/recordings");
    const auto begun = api.post(all, "{}");
    REQUIRE(begun.status == 201);
    const auto last = all + "/" + begun.json().at("id").get<std::string>();
    REQUIRE(api.post(last + "/stop", "").status == 200); // and what is too old goes with its end
    const auto path = "/v1/recordings/" + recording.at("id").get<std::string>();
    REQUIRE(eventually(timeout, [&] { return api.get(path).status == 404; }));

    auto page = session_page_of(with, before);
    REQUIRE(page.until("document.querySelector('.recording [role=status]')", timeout));
    CHECK(page.evaluate("document.querySelector('.recording [role=status]').textContent") ==
          "The recording was removed: recordings are kept for seven days after their end.");
    CHECK(page.evaluate(moments + ".every(({ disabled }) => disabled)") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
