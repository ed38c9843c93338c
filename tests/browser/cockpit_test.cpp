// The page of a phone as a cockpit: its screen in view, and what else there is beside it.
#include "tests/browser/phone_screen.hpp"
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

namespace thimble::browser {

using e2e::eventually;
using nlohmann::json;
using std::chrono_literals::operator""ms;

namespace {

const std::string chosen_in_tree = "document.querySelector('.tree [aria-selected=true]')";

/// Script: the tab is the chosen one, and its panel alone is shown.
std::string shows_tab(const std::string& name)
{
    return "document.querySelector('#tab-" + name +
           "')?.ariaSelected === 'true' && "
           "[...document.querySelectorAll('[role=tabpanel]')].filter((each) => !each.hidden)"
           ".map((each) => each.id).join() === 'panel-" +
           name + "'";
}

} // namespace

TEST_CASE("a phone's screen stays in view while what stands beside it is scrolled", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.resize(1280, 860);
    page.evaluate("document.querySelector('.tools').style.minHeight = '4000px'");
    page.evaluate("scrollTo(0, 2000)");
    REQUIRE(page.until("scrollY > 1500", timeout));
    CHECK(page.evaluate("(({ top, bottom }) => top >= 0 && bottom <= innerHeight)"
                        "(document.querySelector('.touchable').getBoundingClientRect())") == true);
    CHECK(page.evaluate("(({ top, bottom }) => top >= 0 && bottom <= innerHeight)"
                        "(document.querySelector('.rail').getBoundingClientRect())") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the heading of a phone tells of its battery and of the app in front", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    auto page = on.phone_page();
    const auto tells = [](const std::string& text) {
        return "document.querySelector('.phone-head').textContent.includes('" + text + "')";
    };
    CHECK(page.until(tells(" % battery"), timeout));
    CHECK(page.until(tells("in front: Home Screen"), timeout));
    REQUIRE(page.until("document.querySelectorAll('.apps li').length > 5", timeout));
    press_button(page, "Notes");
    CHECK(page.until(tells("in front: Notes"), timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the tabs of a phone are turned by arrow keys and named by the address", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    CHECK(page.evaluate(shows_tab("apps")) == true);
    page.evaluate("document.querySelector('#tab-apps').focus()");
    page.strike("ArrowRight");
    CHECK(page.evaluate(shows_tab("clipboard")) == true);
    CHECK(page.evaluate("document.activeElement.id") == "tab-clipboard");
    CHECK(page.evaluate("location.hash.endsWith('/clipboard')") == true);
    page.evaluate("location.hash = '#/phones/" + on.system->id_of(on.phone) + "/api'");
    CHECK(page.until(shows_tab("api"), timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a click selects an element without a touch, and its selector finds it again",
          "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.resize(1280, 860);
    page.allow_clipboard();
    press_button(page, "Elements");
    REQUIRE(page.until("document.querySelectorAll('.tree li').length > 5", timeout));
    page.evaluate("document.querySelector('#elements-on').click()");
    const auto found = on.system->api().get(on.system->path(on.phone, "/find?selector=Maps"));
    REQUIRE(found.status == 200);
    const auto maps = found.json().at("element");
    const auto middle = [&](const char* edge, const char* length) {
        return maps.at(edge).get<int>() + maps.at(length).get<int>() / 2;
    };
    const auto since = on.phone.next_event();
    page.rest(0ms);
    page.click(place_of(page, middle("x", "width"), middle("y", "height")));
    REQUIRE(page.until(chosen_in_tree + "?.textContent.includes('“Maps”')", timeout));
    CHECK(page.evaluate("document.querySelector('.details dl').textContent.includes('Place')") ==
          true);
    CHECK(on.phone.fingers_down(since).empty());

    press_button(page, "Copy selector");
    REQUIRE(page.until("navigator.clipboard.readText().then((text) => text !== '')", timeout));
    const auto copied = page.evaluate("navigator.clipboard.readText()");
    CHECK(on.system->api()
              .post(on.system->path(on.phone, "/tap/select"), json{{"selector", copied}}.dump())
              .status == 200);
    CHECK(
        eventually(timeout, [&] { return on.phone.facts().at("front_app") == "com.apple.Maps"; }));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the tree of elements is gone through by arrow keys", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    page.evaluate(R"js(import("/dashboard/element_tree.js").then(({ ElementTree }) => {
        const of = (label, x, y, width, height) =>
            ({ type: "Other", label, x, y, width, height, ref: label });
        window.tree = new ElementTree((element) => (window.taken = element?.label), () => {});
        document.querySelector("#page").replaceChildren(tree.element);
        tree.show([of("leaf", 10, 10, 20, 20), of("row", 5, 5, 80, 40), of("all", 0, 0, 100, 100),
                   of("next", 5, 50, 80, 40)]);
        tree.element.firstChild.focus();
    }))js");
    const auto levels = [&] {
        return page.evaluate("[...tree.element.children].filter((each) => !each.hidden)"
                             ".map((each) => each.ariaLevel).join()");
    };
    CHECK(levels() == "1,2,3,2");
    page.strike("ArrowDown");
    CHECK(page.evaluate("window.taken") == "row");
    CHECK(page.evaluate("document.activeElement === " + chosen_in_tree) == true);
    page.strike("ArrowLeft");
    CHECK(levels() == "1,2,2");
    page.strike("ArrowRight");
    CHECK(levels() == "1,2,3,2");
    page.strike("End");
    CHECK(page.evaluate("window.taken") == "next");
    page.strike("ArrowLeft"); // to what it lies in
    CHECK(page.evaluate("window.taken") == "all");
    page.evaluate("tree.choose(tree.nodes[2].element)");
    CHECK(page.evaluate(chosen_in_tree + ".textContent.includes('leaf')") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the words for an element are those that no other one has", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    const auto selector =
        page.evaluate(R"js(import("/dashboard/selectors.js").then(({ selectorOf }) => {
        const of = (type, label, y, identifier = null) => ({ type, label, identifier, x: 0, y });
        const all = [of("Button", "Save", 10), of("StaticText", "Wi-Fi", 20), of("Switch", "Wi-Fi", 20),
                     of("Cell", "Delete", 30, "first-row"), of("Cell", "Delete", 40), of("Other", "", 50)];
        return all.map((each) => selectorOf(each, all));
    }))js");
    CHECK(selector == json{R"("Save")", R"("Wi-Fi" text)", R"("Wi-Fi" switch)", R"("first-row")",
                           R"(the second "Delete" cell from the top)", nullptr});
}

TEST_CASE("actions that belong together are one entry of a phone's activity", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    auto page = on.phone_page();
    const auto folded = page.evaluate(R"js(import("/dashboard/activity.js").then(({ folded }) => {
        const at = (seconds) => new Date(1e12 + 1000 * seconds).toISOString();
        const job = (action, begin, status = "completed") =>
            ({ action, status, created_at: at(begin), completed_at: at(begin + 0.1) });
        const jobs = [job("type", 30), job("type", 3), job("type", 2.5, "failed"), job("type", 2),
                      job("type", 1), job("tap", 0)];
        return folded(jobs).map((group) => group.length);
    }))js");
    CHECK(folded == json{1, 1, 1, 2, 1});

    press_button(page, "Activity");
    for (int time = 0; time < 3; ++time)
        REQUIRE(on.system->api().post(on.system->path(on.phone, "/volume-up"), "{}").status == 200);
    const std::string entries = "[...document.querySelectorAll('li[data-job]')]";
    REQUIRE(page.until(
        entries + ".reduce((sum, { dataset }) => sum + Number(dataset.count), 0) === 3", timeout));
    page.evaluate(entries + ".forEach((each) => each.querySelector('summary').click())");
    CHECK(page.until("document.querySelectorAll('.activity .job').length === 3", timeout));
    CHECK(page.evaluate(
              "document.querySelector('.activity').textContent.includes('Requested elsewhere')") ==
          true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("typing that went to the phone in pieces is one request", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    const auto requests = page.evaluate(R"js((async () => {
        const { Actions } = await import("/dashboard/actions.js");
        const { requestOf } = await import("/dashboard/activity.js");
        const { apiPanel } = await import("/dashboard/api_panel.js");
        const { fetch: ask } = window;
        let count = 0;
        const at = (seconds) => new Date(1e12 + 1000 * seconds).toISOString();
        window.fetch = async (path, ...more) => !path.startsWith("/v1/phones/none/") ? ask(path, ...more)
            : new Response(JSON.stringify({ id: `job-${++count}`, action: path.split("/").at(-1), status: "completed",
                                            created_at: at(count), completed_at: at(count + 0.5) }));
        const { signal } = new AbortController();
        const actions = new Actions("none", signal);
        const api = apiPanel(actions, signal);
        const code = () => api.element.querySelector("pre").textContent.split("--json ").at(-1);
        const type = (text, method = "auto") => actions.perform("type", { text, method });
        const out = [];
        for (const text of ["Hel", "lo fr", "om me"]) await type(text);
        out.push(code());
        const jobs = [...actions.asked.values()].map(({ job }) => job).reverse();
        out.push(requestOf(jobs, actions.asked).body.text);
        out.push(requestOf([{ ...jobs[0], id: "another's" }, ...jobs], actions.asked)); // a text that is not known
        await actions.perform("keypress", { key: "enter" });
        out.push(code());
        await type("More");
        out.push(code());
        await type("keys", "keys");
        out.push(code());
        window.fetch = ask;
        return out;
    })())js");
    CHECK(requests == json{R"('{"text":"Hello from me","method":"auto"}')", "Hello from me",
                           nullptr, R"('{"key":"enter"}')", R"('{"text":"More","method":"auto"}')",
                           R"('{"text":"keys","method":"keys"}')"});
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the whole text of typing that is one entry is copied at once", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    auto page = on.phone_page();
    page.allow_clipboard();
    press_button(page, "Activity");
    page.evaluate(R"js((async () => {
        const { fetch: ask } = window;
        const at = (seconds) => new Date(1e12 + 1000 * seconds).toISOString();
        const jobs = []; // the newest first
        window.fetch = async (path, options) => {
            if (path.startsWith("/v1/jobs?")) return new Response(JSON.stringify({ jobs, next_before: null }));
            if (options?.method !== "POST") return ask(path, options);
            const count = jobs.length + 1;
            jobs.unshift({ id: `job-${count}`, action: "type", status: "completed", result: {}, receipt: null,
                           created_at: at(count), completed_at: at(count + 0.5),
                           timing: { total_ms: 500, device_ms: 400 } });
            return new Response(JSON.stringify(jobs[0]));
        };
    })())js");
    for (const std::string text : {"Hel", "lo"}) {
        page.evaluate("document.querySelector('#panel-clipboard textarea').value = '" + text + "'");
        press_button(page, "Type");
        REQUIRE(page.until(
            "document.querySelector('#panel-clipboard .hint').textContent === 'Typed.'", timeout));
    }
    const std::string entry = "document.querySelector('li[data-job][data-count=\"2\"]')";
    REQUIRE(page.until(entry + "?.textContent.includes('type × 2 “Hello”')", timeout));
    page.evaluate(entry + ".querySelector('summary').click()");
    REQUIRE(page.until(entry + ".querySelector('button')", timeout));
    CHECK(page.evaluate(entry + ".querySelectorAll('button').length") == 1);
    press_button(page, "Copy as curl");
    REQUIRE(page.until("navigator.clipboard.readText().then((text) => text !== '')", timeout));
    CHECK(page.evaluate("navigator.clipboard.readText()").get<std::string>().ends_with(R"(/type \
  --json '{"text":"Hello","method":"auto"}')"));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("what was done on a phone's page stands there as code, with the ids of the phone",
          "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    auto page = on.phone_page();
    press_button(page, "API");
    CHECK(page.evaluate("document.querySelector('#panel-api dl').textContent.includes('" +
                        on.phone.udid() + "')") == true);
    press_button(page, "Home");
    const std::string code = "document.querySelector('#panel-api pre')";
    CHECK(page.until(code + ".textContent.startsWith('curl ')", timeout));
    page.evaluate("(() => { const choice = document.querySelector('#panel-api select');"
                  "choice.value = 1; choice.dispatchEvent(new Event('change')); })()");
    CHECK(page.evaluate(code + ".textContent.startsWith('import json')") == true);
    CHECK(page.evaluate(code + ".textContent.includes('THIMBLE_API_KEY')") == true);
    CHECK(page.evaluate("document.querySelector('#panel-api a[href=\"/docs\"]') !== null") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("what was done on a phone's page is known when one comes back to it", "[browser]")
{
    const dashboard_view on(
        {.phones = {"iPhone 15 Pro,ios=18.5", "iPhone SE 2,ios=16"}, .device_time = "0"});
    auto page = on.phone_page();
    press_button(page, "Activity");
    press_button(page, "Home");
    const std::string own = "document.querySelector('li[data-job][data-own=true]')";
    REQUIRE(page.until(own, timeout));
    page.evaluate("location.hash = '#/phones'");
    REQUIRE(page.until("document.querySelectorAll('article').length === 2", timeout));
    page.evaluate("location.hash = '#/phones/" + on.system->id_of(on.phone) + "/activity'");
    REQUIRE(page.until(own, timeout));
    const std::string code = "document.querySelector('#panel-api pre')";
    CHECK(page.evaluate(code + ".textContent.includes('/home ')") == true);
    // Of another phone nothing was asked for.
    page.evaluate("location.hash = '#/phones/" + on.system->id_of(on.phones.at(1)) + "/api'");
    REQUIRE(page.until("document.querySelector('#panel-api dl')?.textContent.includes('" +
                           on.phones.at(1).udid() + "')",
                       timeout));
    CHECK(page.evaluate(code + ".hidden") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("an entry of a phone's activity shows that it unfolds", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    auto page = on.phone_page();
    press_button(page, "Activity");
    press_button(page, "Home");
    const std::string entry = "document.querySelector('li[data-job] summary')";
    REQUIRE(page.until(entry, timeout));
    const auto mark = [&] {
        return page.evaluate("getComputedStyle(" + entry + ", '::before').content");
    };
    CHECK(mark() == "\"▸\"");
    page.evaluate(entry + ".click()");
    CHECK(mark() == "\"▾\"");
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("entries of a phone's activity name apps as the phone does, with their ends in a column",
          "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    auto page = on.phone_page();
    page.resize(1280, 860);
    REQUIRE(page.until("document.querySelectorAll('.apps li').length > 5", timeout));
    press_button(page, "Notes");
    REQUIRE(says(page, "open app"));
    press_button(page, "Home");
    REQUIRE(says(page, "home"));
    press_button(page, "Activity");
    const std::string names =
        "[...document.querySelectorAll('.activity .name')].map((each) => each.textContent).join()";
    CHECK(page.until(names + " === 'home,open app Notes'", timeout));
    CHECK(
        page.until("document.querySelectorAll('li[data-status=completed]').length === 2", timeout));
    CHECK(page.evaluate("new Set([...document.querySelectorAll('.activity .badge')].map((each) => "
                        "Math.round(each.getBoundingClientRect().left))).size") == 1);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("small pictures of a screen have a border", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    for (const bool dark : {false, true}) {
        static_cast<void>(page.picture(1280, 860, dark));
        CHECK(page.evaluate(R"js(import("/dashboard/small_pictures.js").then(({ takePicture }) => {
            const look = takePicture("/none");
            document.body.append(look);
            const { borderTopWidth, borderTopColor } = getComputedStyle(look);
            const line = document.createElement("span");
            line.style.color = "var(--line)";
            document.body.append(line);
            const wanted = getComputedStyle(line).color;
            look.remove();
            line.remove();
            return borderTopWidth === "1px" && borderTopColor === wanted;
        }))js") == true);
    }
}

TEST_CASE("code for a request is seen whole on a telephone", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    auto page = on.phone_page();
    page.resize(390, 844);
    press_button(page, "API");
    press_button(page, "Home");
    const std::string code = "document.querySelector('#panel-api pre')";
    REQUIRE(page.until(code + ".textContent.startsWith('curl ')", timeout));
    for (const auto* language : {"0", "1", "2"}) {
        INFO(language);
        page.evaluate("(() => { const choice = document.querySelector('#panel-api select');"
                      "choice.value = " +
                      std::string(language) + "; choice.dispatchEvent(new Event('change')); })()");
        CHECK(page.evaluate(code + ".scrollWidth <= " + code + ".clientWidth") == true);
    }
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a locked phone says so on its glass, and is unlocked there", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    auto page = on.phone_page();
    REQUIRE(page.until("document.querySelectorAll('.apps li').length > 5", timeout));
    on.phone.make("lock");
    REQUIRE(page.until("document.querySelector('.touchable.locked .lock-plate:not([hidden])')",
                       timeout));
    CHECK(page.until("document.querySelector('.apps button').disabled", timeout));
    REQUIRE(page.until("!document.querySelector('.lock-plate button').hidden", timeout));
    page.evaluate("document.querySelector('.lock-plate').requestSubmit()");
    CHECK(page.until("document.querySelector('.lock-plate').hidden", timeout));
    CHECK(page.until("!document.querySelector('.apps button').disabled", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a phone is given to an agent on its page", "[browser]")
{
    const session_view with({.turns = {e2e::claim("It is done.")}});
    auto page = with.on.phone_page();
    page.evaluate("document.querySelector('.give textarea').value = 'Do what the script says.'");
    press_button(page, "Start agent");
    REQUIRE(page.until("document.querySelector('.session-page')", timeout));
    CHECK(with.latest().at("instruction") == "Do what the script says.");
    CHECK(with.latest().at("phone_id") == with.on.system->id_of(with.on.phone));
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
