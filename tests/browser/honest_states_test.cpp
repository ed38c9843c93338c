// Pages that say how things stand: a picture that is old, an answer that is waited for, a page that
// is not there yet.
#include "tests/browser/held_requests.hpp"
#include "tests/browser/phone_screen.hpp"
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/program.hpp"

#include <algorithm>

namespace thimble::browser {

namespace {

/// Streams bring nothing any more, and do not end either.
constexpr auto streams_stand_still =
    "void (ReadableStreamDefaultReader.prototype.read = () => new Promise(() => {}))";

/// Nothing that the pages begin with is answered until `release`, and whether a program may use
/// phones not even then.
constexpr auto all_is_late = R"js((() => {
    const { fetch: ask } = window;
    const released = new Promise((resolve) => (window.release = resolve));
    window.fetch = async (path, ...more) => {
        if (/^\/v1\/(phones$|usage)|^\/docs\//.test(path)) await released;
        if (path.startsWith("/v1/authorizations/")) await new Promise(() => {});
        return ask(path, ...more);
    };
})())js";

/// It streams the same pictures again and again, without an encoder.
const std::string looping_phone =
    "iPhone 15 Pro,ios=27,runner=absent,touch_gate=open,loop=" + std::string(THIMBLE_SOURCE_DIR) +
    "/tests/video/panel.hevc";

/// Its own screen, by the encoder.
constexpr auto encoding_phone = "iPhone 15 Pro,ios=27,runner=absent,touch_gate=open";

bool can_encode()
{
    const bool found = e2e::run("x265", {"--version"}).code == 0;
    if (!found)
        WARN("skipped: x265 is not in PATH, without which a virtual phone does not stream");
    return found;
}

/// Those that the phone has sent in all its streams.
int pictures_sent_by(const e2e::virtual_phone& phone)
{
    return phone.facts().at("stream").at("pictures").get<int>();
}

const std::string said_on_glass = "document.querySelector('.touchable .absence').textContent";

} // namespace

TEST_CASE("a picture that stands still says how old it is, and no longer once it moves",
          "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.evaluate("void (window.reading = ReadableStreamDefaultReader.prototype.read)");
    page.evaluate(streams_stand_still);
    CHECK(page.until("document.querySelector('.touchable.frozen')", timeout));
    CHECK(page.until(said_on_glass + ".startsWith('The picture is ')", timeout));
    page.evaluate("void (ReadableStreamDefaultReader.prototype.read = window.reading)");
    page.evaluate("location.hash = '#/phones'");
    REQUIRE(page.until("document.querySelector('article canvas:not(.blank)')", timeout));
    page.evaluate("location.hash = '#/phones/" + on.system->id_of(on.phone) + "'");
    REQUIRE(page.until("document.querySelector('.touchable canvas:not(.blank)')", timeout));
    CHECK(page.until("!document.querySelector('.touchable.frozen')", timeout));
    CHECK(page.until(said_on_glass + " === ''", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("JPEGs of a phone that has video of its own grow old as others do", "[browser]")
{
    const auto home = std::make_shared<e2e::household>();
    home->more = {{"THIMBLE_TUNNELS", "on"}};
    const dashboard_view on({.phones = {looping_phone}}, {"--runners", "off"}, home);
    const auto has_video = [&] {
        const auto able = on.system->record_of(on.phone).at("capabilities");
        return std::ranges::find(able, nlohmann::json("screen.stream.hevc")) != able.end();
    };
    REQUIRE(e2e::eventually(timeout, has_video));
    auto page = on.phone_page(); // with a key, which no WebSocket carries
    page.evaluate(streams_stand_still);
    CHECK(page.until("document.querySelector('.touchable.frozen')", timeout));
    CHECK(page.until(said_on_glass + ".startsWith('The picture is ')", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a picture that is known to stand for the screen does not grow old", "[browser]")
{
    if (!can_encode())
        return;
    const auto home = std::make_shared<e2e::household>();
    home->more = {{"THIMBLE_TUNNELS", "on"}};
    const dashboard_view on({.phones = {encoding_phone}}, {"--runners", "off"}, home);
    REQUIRE(e2e::eventually(timeout, [&] {
        const auto able = on.system->record_of(on.phone).at("capabilities");
        return std::ranges::find(able, nlohmann::json("screen.stream.hevc")) != able.end();
    }));
    auto page = on.phone_page();
    // In a time in which the phone sends nothing its stream is trusted at first, and then its
    // screen is captured. A computer under load may be late with that, and the clock of the phone
    // moves.
    const std::string after_a_while =
        "new Promise((done) => setTimeout(done, 14000)).then(() =>"
        " !document.querySelector('.touchable.frozen') && " +
        said_on_glass +
        " === '' && Number(/([0-9.]+) s old/.exec("
        "document.querySelector('.stage .pace').textContent)?.[1]) < 7)";
    CHECK(e2e::eventually(std::chrono::minutes(4), [&] {
        const auto before = pictures_sent_by(on.phone);
        const bool fresh = page.evaluate(after_a_while) == true;
        return fresh && before > 0 && pictures_sent_by(on.phone) == before;
    }));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a card and a session say that their picture stands still", "[browser]")
{
    auto silent = e2e::turn_of("wait");
    silent["delay_ms"] = 600'000; // for longer than any test takes
    const session_view with({.turns = {silent}});
    auto page = with.begun();
    REQUIRE(page.until("document.querySelector('.session-page .touchable canvas:not(.blank)')",
                       timeout));
    page.evaluate("void (window.reading = ReadableStreamDefaultReader.prototype.read)");
    page.evaluate(streams_stand_still);
    CHECK(page.until("document.querySelector('.session-page .touchable.frozen')", timeout));
    page.evaluate("void (ReadableStreamDefaultReader.prototype.read = window.reading)");
    page.evaluate("location.hash = '#/phones'");
    REQUIRE(page.until("document.querySelector('article canvas:not(.blank)')", timeout));
    page.evaluate(streams_stand_still);
    CHECK(page.until(
        "document.querySelector('article.frozen .pace')?.textContent.startsWith('The picture is ')",
        timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("an action that the phone takes long for tells the seconds", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    const held_requests requests(page);
    press_button(page, "Home");
    REQUIRE(requests.until_sent(1));
    const std::string waiting = "document.querySelector('.waiting:not([hidden])')";
    CHECK(
        page.until(waiting + "?.textContent.startsWith('home: waiting for the phone, ')", timeout));
    requests.let_all_go();
    CHECK(says(page, "home"));
    CHECK(page.until("!" + waiting, timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a page whose data is late has a heading, and shows that it is being read", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown("usage");
    page.evaluate(all_is_late);
    for (const auto& [name, heading] : {std::pair{std::string("phones"), "Phones"},
                                        {"phones/" + on.system->id_of(on.phone), "Phone"},
                                        {std::string("docs/iphone"), "Document"},
                                        {std::string("usage"), "Usage"},
                                        {std::string("authorize/1"), "Approve a program"},
                                        {std::string("sessions"), "Sessions"}}) {
        INFO(name);
        page.evaluate("location.hash = '#/" + name + "'");
        CHECK(page.until("document.querySelector('main .skeleton') && "
                         "document.querySelector('main h1')?.textContent === '" +
                             std::string(heading) + "'",
                         timeout));
    }
    page.evaluate("window.release()");
    CHECK(page.until(
        "document.querySelector('option') && !document.querySelector('main .skeleton')", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("nothing is enabled that a phone that was unplugged cannot do", "[browser]")
{
    const e2e::virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}});
    const e2e::thimble_system system(phones);
    const auto phone = phones.at(0);
    REQUIRE(system.until_ready(phone, timeout));
    const headless_browser chromium;
    auto page = opened_with_key(chromium, system);
    REQUIRE(page.until("document.querySelector('article')", timeout));
    page.evaluate("location.hash = '#/phones/" + system.id_of(phone) + "'");
    const std::string able =
        "[...document.querySelectorAll('.rail button, #panel-clipboard button, .give .main')]"
        ".filter((each) => !each.disabled).map((each) => each.textContent).join()";
    REQUIRE(page.until(able + ".includes('Read from the phone')", timeout));
    phone.make("unplug");
    CHECK(page.until("document.querySelector('.phone-head').dataset.state === 'away'", timeout));
    const auto left = page.evaluate(able).get<std::string>();
    INFO(left);
    for (const auto* gone : {"Home", "Lock", "Rotate", "Screenshot", "Record",
                             "Type into the field", "Read from the phone", "Start session"})
        CHECK_FALSE(("," + left + ",").contains("," + std::string(gone) + ","));
    REQUIRE(system.api().send("DELETE", system.path(phone, ""), "", {}).status == 204);
    CHECK(page.until("document.querySelector('main h1').textContent === 'No such phone'", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
