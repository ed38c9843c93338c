// The page of a phone of which nothing can be seen yet: everybody's first one.
#include "tests/browser/dashboard_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

#include <memory>
#include <stdexcept>

namespace thimble::browser {

namespace {

std::shared_ptr<e2e::household> without_tunnels()
{
    auto out = std::make_shared<e2e::household>();
    out->more = {{"THIMBLE_TUNNELS", "off"}};
    return out;
}

/// A phone without a driver, neither a runner nor a tunnel, so that its size is not known, and a
/// browser on its page.
struct unready_phone {
    explicit unready_phone(const std::string& model)
        : phones({.phones = {model + ",runner=dead"}}),
          system(phones, without_tunnels(), {"--runners", "off"})
    {
        const auto lacks_driver = [&] {
            const auto record = system.record_of(phones.at(0));
            return record.is_object() && record.at("width").is_null() &&
                   record.at("product_type") != "" &&
                   !record.at("readiness").at("blockers").empty();
        };
        if (!e2e::eventually(timeout, lacks_driver))
            throw std::runtime_error("the phone's driver is not missed");
    }

    page shown() const
    {
        auto out = opened_with_key(chromium, system);
        if (!out.until("document.querySelector('article')", timeout))
            throw std::runtime_error("there is no card");
        out.evaluate("location.hash = '#/phones/" + system.id_of(phones.at(0)) + "'");
        if (!out.until("document.querySelector('.touchable .absence')?.textContent", timeout))
            throw std::runtime_error("nothing is said in the place of the picture");
        return out;
    }

    e2e::virtual_phones phones;
    e2e::thimble_system system;
    headless_browser chromium;
};

/// Where things are on the page: the screen's place and shape, and what is laid over what.
constexpr auto screen_layout = R"js((() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const apart = (a, b) => a.bottom <= b.top || b.bottom <= a.top || a.right <= b.left ||
                            b.right <= a.left;
    const glass = box(".touchable");
    const said = document.querySelector(".touchable .absence");
    const others = [".phone-head", "nav", ".under", ".stage > .hint", ".tools"];
    return { width: glass.width, height: glass.height,
             inside: said.scrollHeight <= said.clientHeight && said.scrollWidth <= said.clientWidth,
             apart: others.every((each) => apart(glass, box(each))) };
})())js";

} // namespace

TEST_CASE("a phone whose size is not known has a screen of the usual shape", "[browser]")
{
    const auto [model, least, most] = GENERATE(std::tuple{"iPhone 15 Pro,ios=18.5", 1.8, 2.3},
                                               std::tuple{"iPad 9,ios=17.5", 1.2, 1.5});
    const unready_phone on(model);
    auto page = on.shown();
    for (const auto& [width, height] : {std::pair{1280, 860}, {390, 844}}) {
        INFO(model << " at " << width);
        page.resize(width, height);
        const auto seen = page.evaluate(screen_layout);
        INFO(seen.dump());
        CHECK(seen.at("width") >= 200);
        const auto ratio = seen.at("height").get<double>() / seen.at("width").get<double>();
        CHECK(ratio > least);
        CHECK(ratio < most);
        CHECK(seen.at("inside") == true);
        CHECK(seen.at("apart") == true);
    }
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("what an unready phone lacks is said once on its page, with what to do", "[browser]")
{
    const unready_phone on("iPhone 15 Pro,ios=18.5");
    auto page = on.shown();
    nlohmann::json blocker;
    std::string text;
    const auto said = [&] { // another one may come meanwhile, which the page shows a moment later
        blocker = on.system.record_of(on.phones.at(0)).at("readiness").at("blockers").front();
        text = page.evaluate("document.body.innerText").get<std::string>();
        return text.contains(blocker.at("message").get<std::string>()) &&
               text.contains(blocker.at("remedy").get<std::string>());
    };
    REQUIRE(page.until("document.querySelector('.phone-head .blockers li')", timeout));
    const bool whole = e2e::eventually(timeout, said);
    INFO(blocker.dump() << " on " << text);
    REQUIRE(whole);
    const auto message = blocker.at("message").get<std::string>();
    CHECK(text.find(message) == text.rfind(message));
    CHECK(page.complaints() == std::vector<std::string>{});
}

namespace {

/// True once a step of the checklist has this state.
std::string step_is(const std::string& step, const std::string& wanted)
{
    return "document.querySelector('.setup li[data-step=\"" + step + "\"][data-state=\"" + wanted +
           "\"]')";
}

page page_of(const e2e::thimble_system& system,
             const e2e::virtual_phone& phone,
             const headless_browser& chromium)
{
    auto out = opened_with_key(chromium, system);
    REQUIRE(out.until("document.querySelector('article')", timeout));
    out.evaluate("location.hash = '#/phones/" + system.id_of(phone) + "'");
    return out;
}

} // namespace

TEST_CASE("the steps of a phone that is not ready are ticked while one looks on", "[browser]")
{
    const e2e::virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}});
    const auto phone = phones.at(0);
    phone.make("trust", {{"state", "ask"}});
    const e2e::thimble_system system(phones);
    REQUIRE(e2e::eventually(timeout, [&] { return system.record_of(phone).is_object(); }));
    const headless_browser chromium;
    auto page = page_of(system, phone, chromium);
    REQUIRE(page.until(step_is("trust", "current"), timeout));
    page.evaluate("window.sameDocument = true");
    CHECK(page.evaluate("document.querySelector('.setup > details').open") == true);
    CHECK(page.evaluate("document.querySelector('.setup [aria-current=step]').dataset.step") ==
          "trust");
    CHECK(page.evaluate("document.querySelectorAll('.setup .steps > li').length") == 13);
    // Not first_look: its runner may have sent a picture before the phone asked.
    CHECK(page.until(step_is("first_tap", "waiting"), timeout));

    phone.make("trust", {{"state", "yes"}});
    CHECK(page.until(step_is("trust", "done"), timeout));
    CHECK(page.until("document.querySelector('.setup [role=status]').textContent.includes('Trust')",
                     timeout));
    CHECK(page.until(step_is("runner_started", "done"), timeout));
    // Folded away once the phone is ready; a person may unfold it.
    CHECK(page.until("!document.querySelector('.setup > details').open", timeout));
    page.evaluate("document.querySelector('.setup > details > summary').focus()");
    page.strike("Enter");
    CHECK(page.until("document.querySelector('.setup > details').open", timeout));
    CHECK(page.until(step_is("first_look", "done"), timeout));
    CHECK(page.evaluate("window.sameDocument") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the screen keeps its place when the steps beside it are folded away", "[browser]")
{
    const e2e::virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}});
    const auto phone = phones.at(0);
    phone.make("trust", {{"state", "ask"}});
    const e2e::thimble_system system(phones);
    REQUIRE(e2e::eventually(timeout, [&] { return system.record_of(phone).is_object(); }));
    const headless_browser chromium;
    auto page = page_of(system, phone, chromium);
    page.resize(1280, 860);
    REQUIRE(page.until(step_is("trust", "current"), timeout));
    page.evaluate("scrollTo(0, 100)");
    REQUIRE(page.until("scrollY === 100", timeout));
    const std::string top = "document.querySelector('.touchable').getBoundingClientRect().top";
    const auto before = page.evaluate(top).get<double>();

    phone.make("trust", {{"state", "yes"}});
    REQUIRE(page.until("!document.querySelector('.setup > details').open", timeout));
    CHECK(page.evaluate("scrollY") == 100);
    CHECK(page.evaluate(top).get<double>() == before);

    // Nothing taps by itself.
    const std::string tap = "document.querySelector('.setup li[data-step=first_tap]')";
    REQUIRE(page.until(step_is("first_tap", "unknown"), timeout));
    CHECK(page.evaluate(tap + ".textContent.includes('thimbled setup')") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the apps are listed as soon as the phone lets them be read", "[browser]")
{
    const e2e::virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}});
    const auto phone = phones.at(0);
    phone.make("trust", {{"state", "ask"}});
    const e2e::thimble_system system(phones);
    REQUIRE(e2e::eventually(timeout, [&] { return system.record_of(phone).is_object(); }));
    const headless_browser chromium;
    auto page = page_of(system, phone, chromium);
    REQUIRE(page.until("document.querySelector('#panel-apps .hint')?.textContent.includes('once "
                       "the phone lets them be read')",
                       timeout));
    // Other requests about the phone are not answered, and keep nothing from going on.
    page.evaluate(R"js((() => {
        const { fetch: ask } = window;
        window.fetch = (path, ...more) =>
            path.endsWith("/info") ? new Promise(() => {}) : ask(path, ...more);
    })())js");
    phone.make("trust", {{"state", "yes"}});
    CHECK(page.until("document.querySelectorAll('.apps li').length > 5", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the step of a missing runner says how to get one, and leads to the document of that",
          "[browser]")
{
    const e2e::virtual_phones phones({.phones = {"iPhone 15 Pro,runner=absent"}});
    const auto phone = phones.at(0);
    const e2e::thimble_system system(phones);
    REQUIRE(e2e::eventually(timeout, [&] { return system.record_of(phone).is_object(); }));
    const headless_browser chromium;
    auto page = page_of(system, phone, chromium);
    REQUIRE(page.until(step_is("runner_installed", "current"), timeout));
    const std::string step = "document.querySelector('.setup li[data-step=runner_installed]')";
    CHECK(page.until("[..." + step +
                         ".querySelectorAll('dt')].some((each) => each.textContent === 'You' && "
                         "each.nextSibling.textContent.includes('thimbled runner install "
                         "WebDriverAgentRunner-Runner.app'))",
                     timeout));
    // The command is code, and can be copied.
    const std::string command = step + ".querySelector('dd .command')";
    CHECK(page.evaluate(command + ".querySelector('code').textContent") ==
          "thimbled runner install WebDriverAgentRunner-Runner.app");
    page.allow_clipboard();
    page.evaluate(command + ".querySelector('button').click()");
    CHECK(page.until("navigator.clipboard.readText().then((text) => text === 'thimbled runner "
                     "install WebDriverAgentRunner-Runner.app')",
                     timeout));
    CHECK(page.evaluate("document.querySelector('.phone-head .blockers .command code')"
                        ".textContent") == "thimbled runner install FILE");
    CHECK(page.evaluate("document.body.innerText.includes('`')") == false);
    page.evaluate(step + ".querySelector('a.guide').click()");
    REQUIRE(page.until("document.activeElement?.id === 'place-installing-the-runner'", timeout));
    CHECK(page.evaluate("document.activeElement.nextSibling.querySelector("
                        "'a[href=\"#/docs/iphone-on-a-mac\"]') !== null") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("of what a text marks only a command for a terminal can be copied", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    page.evaluate("import('/dashboard/commands.js').then(({ withCommands, plain }) => {"
                  "  window.parts = (text) => withCommands(text).map((each) =>"
                  "    each.tagName ? `${each.className || each.tagName}: ` +"
                  "      (each.querySelector('code') ?? each).textContent : each).join('|');"
                  "  window.plain = plain;"
                  "})");
    CHECK(page.evaluate("parts('Run `thimbled doctor`, or `sudo systemctl start usbmuxd`.')") ==
          "Run |row command: thimbled doctor|, or |row command: sudo systemctl start usbmuxd|.");
    CHECK(page.evaluate("parts('Name `phone_id`.')") == "Name |CODE: phone_id|.");
    CHECK(page.evaluate("parts('It said ` and ended.')") == "It said ` and ended.");
    CHECK(page.evaluate("parts('`thimbledoctor`')") == "CODE: thimbledoctor");
    CHECK(page.evaluate("plain('Run `thimbled doctor`, ` or not.')") ==
          "Run thimbled doctor, ` or not.");
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a remedy leads to its place in the documents, on a page of the dashboard", "[browser]")
{
    const unready_phone on("iPhone 15 Pro,ios=18.5");
    auto page = on.shown();
    REQUIRE(page.until("document.querySelector('.phone-head .blockers a.guide')", timeout));
    page.evaluate("document.querySelector('.phone-head .blockers a.guide').click()");
    REQUIRE(page.until("document.activeElement?.id.startsWith('place-')", timeout));
    CHECK(page.evaluate("document.activeElement.getBoundingClientRect().top < innerHeight") ==
          true);
    CHECK(page.evaluate("document.querySelectorAll('.document table').length > 5") == true);
    CHECK(page.evaluate("document.querySelector('.document').innerText.includes('|---|')") ==
          false);
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
