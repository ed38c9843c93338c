// The page of one phone in a real browser: what mouse and keyboard do arrives on the phone.
#include "tests/browser/dashboard_view.hpp"
#include "tests/browser/phone_screen.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

#include <cmath>

namespace thimble::browser {

using e2e::eventually;
using nlohmann::json;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""ms;

namespace {

constexpr auto sketch = "com.thimble.sketch";
constexpr auto notes = "com.apple.mobilenotes";

void open_app(const dashboard_view& on, const std::string& bundle_id)
{
    on.phone.make("open", {{"bundle_id", bundle_id}});
    REQUIRE(eventually(timeout, [&] { return on.phone.facts().at("front_app") == bundle_id; }));
}

bool recognised(const dashboard_view& on,
                const std::string& gesture,
                std::size_t since,
                std::chrono::milliseconds limit = timeout)
{
    return eventually(limit, [&] {
        for (const auto& each : on.phone.events_of("gesture", since))
            if (each.at("name") == gesture)
                return true;
        return false;
    });
}

/// True if the first finger since then came down at the centre of that pixel, to half a pixel of
/// the panel.
bool touched(const dashboard_view& on, std::size_t since, int x, int y)
{
    if (!eventually(timeout, [&] { return !on.phone.fingers_down(since).empty(); }))
        return false;
    const auto down = on.phone.fingers_down(since).front();
    const auto facts = on.phone.facts();
    const auto slack = 0.51 / facts.at("scale").get<double>();
    const auto off = [&](const char* axis, int pixel, const char* edge, int pixels) {
        const auto wanted = (pixel + 0.5) * facts.at(edge).get<double>() / pixels;
        return std::abs(down.at(axis).get<double>() - wanted);
    };
    INFO(down.dump());
    return off("x", x, "width_pt", 620) < slack && off("y", y, "height_pt", 1344) < slack;
}

/// The element of the screen that is called so.
json element_of(const dashboard_view& on, const std::string& label)
{
    json found;
    REQUIRE(eventually(timeout, [&] {
        const auto answer = on.system->api().get(on.system->path(on.phone, "/elements?limit=300"));
        if (answer.status != 200)
            return false;
        for (const auto& each : answer.json().at("elements"))
            if (each.at("label") == label)
                found = each;
        return found.is_object();
    }));
    return found;
}

struct window {
    int width;
    int height;
    double scale;
};

} // namespace

TEST_CASE("a click taps the pixel under it, whatever the zoom", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    open_app(on, sketch);
    auto page = on.phone_page();
    page.rest(0ms); // no machine is so slow that it holds what it clicks
    for (const auto& [width, height, scale] : {window{1280, 860, 1}, window{853, 573, 1.5},
                                               window{1910, 1283, 0.67}, window{390, 844, 3}}) {
        INFO("scale " << scale);
        page.resize(width, height, scale);
        for (const auto& [x, y] : {std::pair{310, 672}, {101, 301}, {517, 999}}) {
            INFO(x << ", " << y);
            page.evaluate("document.querySelector('canvas').scrollIntoView({ block: 'center' })");
            const auto since = on.phone.next_event();
            page.click(place_of(page, x, y));
            CHECK(touched(on, since, x, y));
            CHECK(says(page, "tap"));
        }
    }
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a double click, a hold, a drag and the wheel are gestures on the phone", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    open_app(on, sketch);
    auto page = on.phone_page();
    page.resize(1280, 860);
    const auto middle = place_of(page, 310, 672);
    const auto elsewhere = place_of(page, 400, 900);

    auto since = on.phone.next_event();
    const auto doubled = [&] { // two taps that a busy machine lets come too late are two taps
        page.rest(2s);
        page.double_click(middle);
        return recognised(on, "double_tap", since, 5s);
    };
    CHECK(eventually(timeout, doubled));

    since = on.phone.next_event();
    page.press(middle);
    page.rest(700ms); // it is what makes it a hold
    page.release(middle);
    CHECK(recognised(on, "long_press", since));
    CHECK(touched(on, since, 310, 672));

    since = on.phone.next_event();
    page.press(middle);
    page.move(elsewhere, true);
    CHECK(page.until("[...document.querySelectorAll('.finger')].some((each) => "
                     "each.getAttribute('cx') === '400.5' && each.getAttribute('cy') === '900.5')",
                     timeout)); // it is drawn where it is
    page.release(elsewhere);
    CHECK(says(page, "drag"));
    CHECK(touched(on, since, 310, 672));
    CHECK((recognised(on, "pan", since) || recognised(on, "flick", since)));

    since = on.phone.next_event();
    page.turn_wheel(middle, 200);
    CHECK((recognised(on, "pan", since) || recognised(on, "flick", since)));

    since = on.phone.next_event();
    page.turn_wheel(middle, -200, true);
    CHECK(recognised(on, "pinch", since));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("what is typed at the screen stands in the phone's note", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    open_app(on, notes);
    auto page = on.phone_page();
    page.resize(1280, 860);
    const auto text = [&] { return on.phone.facts().at("apps").at(notes).at("text"); };
    const auto before = text().get<std::string>();
    page.rest(0ms);
    page.click(place_of(page, 300, 400));
    REQUIRE(says(page, "tap"));
    page.type("Hi there");
    CHECK(
        eventually(timeout, [&] { return text().get<std::string>().size() == before.size() + 8; }));
    page.strike("Backspace");
    CHECK(
        eventually(timeout, [&] { return text().get<std::string>().size() == before.size() + 7; }));
    CHECK(text().get<std::string>().contains("Hi ther"));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the page of a phone has its buttons, apps and clipboard", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    open_app(on, sketch);
    auto page = on.phone_page();
    press_button(page, "Home");
    CHECK(eventually(timeout, [&] { return on.phone.facts().at("front_app") != sketch; }));
    CHECK(page.until("document.querySelectorAll('.apps li').length > 5", timeout));
    page.evaluate("(() => { const search = document.querySelector('input[type=search]');"
                  "search.value = 'notes'; search.dispatchEvent(new Event('input')); })()");
    CHECK(page.evaluate("document.querySelectorAll('.apps li').length") == 1);
    press_button(page, "Notes");
    CHECK(eventually(timeout, [&] { return on.phone.facts().at("front_app") == notes; }));
    on.phone.make("clipboard", {{"text", "from the phone"}});
    press_button(page, "Clipboard");
    press_button(page, "Read from the phone");
    CHECK(page.until("document.querySelector('[aria-label=\"Text and clipboard\"] textarea').value "
                     "=== 'from the phone'",
                     timeout));
    press_button(page, "Activity");
    CHECK(page.until("document.querySelectorAll('li[data-job][data-own=true]').length >= 3",
                     timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a text stays where the phone's clipboard is empty", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    on.phone.make("clipboard", {{"text", ""}});
    auto page = on.phone_page();
    press_button(page, "Clipboard");
    const std::string panel = "document.querySelector('[aria-label=\"Text and clipboard\"]')";
    const std::string told = panel + ".querySelector('[role=status]').textContent";
    page.evaluate(panel + ".querySelector('textarea').value = 'not sent yet'");
    press_button(page, "Read from the phone");
    CHECK(page.until(told + ".startsWith(\"The phone's clipboard is empty.\")", timeout));
    CHECK(page.evaluate(panel + ".querySelector('textarea').value") == "not sent yet");
    press_button(page, "Copy to the phone");
    CHECK(page.until(told + " === \"The text is on the phone's clipboard.\"", timeout));
    press_button(page, "Read from the phone");
    CHECK(page.until(told + " === \"Read from the phone's clipboard.\"", timeout));
    CHECK(page.evaluate(panel + ".querySelector('textarea').value") == "not sent yet");
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the element under the pointer is drawn and named", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.resize(1280, 860);
    const auto maps = element_of(on, "Maps");
    const auto at = [&](const char* name) { return maps.at(name).get<int>(); };
    press_button(page, "Elements");
    page.evaluate("document.querySelector('#elements-on').click()");
    const auto pointed_at = [&] {
        page.move(place_of(page, 5, 5)); // a hand that does not rest
        page.move(place_of(page, at("x") + at("width") / 2, at("y") + at("height") / 2));
        // Elements may have to be read first, for which a busy machine takes its time.
        return page.until("document.querySelector('.element-label').textContent.includes('“Maps”')",
                          10s);
    };
    CHECK(eventually(timeout, pointed_at));
    CHECK(page.evaluate("['x', 'y', 'width', 'height'].map((name) => "
                        "Number(document.querySelector('.element').getAttribute(name)))") ==
          json::array({at("x"), at("y"), at("width"), at("height")}));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("what was done on the page can be copied, and done again in a terminal", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    auto page = on.phone_page();
    page.allow_clipboard();
    press_button(page, "Activity");
    press_button(page, "Home");
    const std::string newest = "document.querySelector('li[data-job][data-status=completed]')";
    REQUIRE(page.until(newest + "?.dataset.own === 'true'", timeout));
    CHECK(
        page.evaluate(newest + ".querySelector('.number').textContent").dump().contains("(phone "));
    page.evaluate(newest + ".querySelector('summary').click()");
    REQUIRE(page.until(newest + ".querySelector('button')", timeout));
    press_button(page, "Copy as curl");
    REQUIRE(page.until("navigator.clipboard.readText().then((text) => text !== '')", timeout));
    const auto copied = page.evaluate("navigator.clipboard.readText()").get<std::string>();
    CHECK(copied == "curl -H \"X-API-Key: $THIMBLE_API_KEY\" \\\n  " + on.address() +
                        on.system->path(on.phone, "/home").substr(1) + " \\\n  --json '{}'");
    open_app(on, sketch);
    const auto again = e2e::run("bash", {"-c", copied}, {{"THIMBLE_API_KEY", on.system->key()}});
    INFO(again.errors);
    CHECK(again.code == 0);
    CHECK(json::parse(again.output, nullptr, false).value("status", "") == "completed");
    CHECK(on.phone.facts().at("front_app") != sketch);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the apps of a phone appear when it has come to trust this computer", "[browser]")
{
    const e2e::virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,trust=ask"}});
    const e2e::thimble_system system(phones);
    const auto phone = phones.at(0);
    REQUIRE(eventually(timeout, [&] { return system.record_of(phone).is_object(); }));
    const headless_browser chromium;
    auto page = opened_with_key(chromium, system);
    REQUIRE(page.until("document.querySelector('article')", timeout));
    page.evaluate("location.hash = '#/phones/" + system.id_of(phone) + "'");
    const std::string apps = "document.querySelector('section[aria-label=Apps]')?";
    REQUIRE(page.until(apps + ".querySelector('[role=status]').textContent", timeout));
    CHECK(page.evaluate(apps + ".querySelectorAll('li').length") == 0);
    phone.make("trust", {{"state", "yes"}});
    CHECK(page.until(apps + ".querySelectorAll('li').length > 0", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a phone is renamed where its name stands", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    press_button(page, "Rename");
    page.evaluate("document.querySelector('.renaming input').value = \"Ada's <b>phone</b>\"");
    page.evaluate("document.querySelector('.renaming').requestSubmit()");
    CHECK(page.until("document.querySelector('article h2')?.textContent === \"Ada's <b>phone</b>\"",
                     timeout));
    CHECK(on.system->record_of(on.phone).at("display_name") == "Ada's <b>phone</b>");
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
