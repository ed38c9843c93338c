// The activity of a phone on its page: as a list and as code for a program.
#include "tests/browser/dashboard_view.hpp"
#include "tests/browser/phone_screen.hpp"
#include "tests/catch2.hpp"

namespace thimble::browser {

using nlohmann::json;

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
        press_button(page, "Type into the field");
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
        const auto as_the_theme =
            page.evaluate(R"js(import("/dashboard/small_pictures.js").then(({ takePicture }) => {
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
        }))js");
        INFO((dark ? "dark" : "light"));
        CHECK(as_the_theme == true);
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

} // namespace thimble::browser
