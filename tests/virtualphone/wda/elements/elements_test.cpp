// Finding elements, asking about them, and touching them, over a real connection.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

#include <set>

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;

namespace {

const json open_settings{{"bundleId", "com.apple.Preferences"}};
const json open_notes{{"bundleId", "com.apple.mobilenotes"}};

json by(const char* strategy, const char* value)
{
    return {{"using", strategy}, {"value", value}};
}

/// The path of the element that is found.
std::string found(wda_client& client, const json& question)
{
    const json reference = client.value(verb::post, "/element", question);
    CHECK(reference["ELEMENT"] == reference["element-6066-11e4-a52e-4f735466cecf"]);
    return "/element/" + reference["ELEMENT"].get<std::string>();
}

} // namespace

TEST_CASE("every strategy finds the same switch", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    client.value(verb::post, "/wda/apps/launch", open_settings);
    std::set<std::string> ids;
    for (const auto& question :
         {by("class name", "XCUIElementTypeSwitch"), by("accessibility id", "Airplane Mode"),
          by("name", "Airplane Mode"), by("id", "Airplane Mode"),
          by("class chain", "**/XCUIElementTypeSwitch[`label == 'Airplane Mode'`]"),
          by("class chain", "**/XCUIElementTypeTable/**/XCUIElementTypeSwitch[1]"),
          by("xpath", "//XCUIElementTypeSwitch[@name='Airplane Mode' and @enabled='true']"),
          by("predicate string", "type == 'XCUIElementTypeSwitch' AND label BEGINSWITH[c] 'air'"),
          by("partial link text", "label=Airplane")}) {
        INFO(question.dump());
        ids.insert(found(client, question));
    }
    CHECK(ids.size() == 1);
}

TEST_CASE("a search is as wide as the element it begins at", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    client.value(verb::post, "/wda/apps/launch", open_settings);
    const json texts = by("class name", "XCUIElementTypeStaticText");
    const auto cell = found(client, by("accessibility id", "Wi-Fi"));
    CHECK(client.value(verb::post, cell + "/elements", texts).size() == 1);
    CHECK(client.value(verb::post, "/elements", texts).size() > 20);
    CHECK(client.value(verb::post, "/elements", by("name", "no such thing")) == json::array());
    CHECK(found(client, by("xpath", "/XCUIElementTypeApplication")) ==
          found(client, by("class name", "XCUIElementTypeApplication")));
}

TEST_CASE("a click taps the middle, and the id stays the element's", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto session = client.begin_session();
    client.value(verb::post, "/wda/apps/launch", open_settings);
    const auto airplane = found(client, by("accessibility id", "Airplane Mode"));
    CHECK(client.value(verb::get, airplane + "/attribute/value") == "0");
    client.value(verb::post, airplane + "/click");
    CHECK(client.value(verb::get, airplane + "/attribute/value") == "1");
    CHECK(client.value(verb::get, airplane + "/text") == "1");
    CHECK(client.value(verb::get, airplane + "/name") == "XCUIElementTypeSwitch");
    CHECK(client.value(verb::get, airplane + "/enabled") == true);
    CHECK(client.value(verb::get, airplane + "/displayed") == true);
    CHECK(client.value(verb::get, airplane + "/rect")["height"] == 44);
    CHECK(outcome(client.ask(verb::get, session + airplane + "/attribute/colour")) ==
          "500 unknown error");
}

TEST_CASE("text goes into an element, and out of it again", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto session = client.begin_session();
    client.value(verb::post, "/wda/apps/launch", open_notes);
    CHECK(outcome(client.ask(verb::get, session + "/element/active")) == "404 no such element");
    const auto note = found(client, by("class name", "XCUIElementTypeTextView"));
    client.value(verb::post, note + "/value", {{"value", {"thim", "ble"}}});
    CHECK(client.value(verb::get, note + "/attribute/value") == "thimble");
    CHECK("/element/" + client.value(verb::get, "/element/active")["ELEMENT"].get<std::string>() ==
          note);
    client.value(verb::post, note + "/value", {{"value", "!"}});
    CHECK(client.value(verb::get, note + "/text") == "thimble!");
    client.value(verb::post, note + "/clear");
    CHECK(client.value(verb::get, note + "/attribute/value") == nullptr);
}

TEST_CASE("an element that has gone is stale, and so is an unknown id", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto session = client.begin_session();
    client.value(verb::post, "/wda/apps/launch", open_settings);
    const auto cell = found(client, by("accessibility id", "General"));
    client.ask(verb::post, "/wda/homescreen");
    CHECK(outcome(client.ask(verb::get, session + cell + "/rect")) ==
          "404 stale element reference");
    CHECK(outcome(client.ask(verb::post, session + "/element/7/click")) ==
          "404 stale element reference");
}

TEST_CASE("what cannot be looked for is refused by its name", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto session = client.begin_session();
    const auto refused = [&](const json& question) {
        INFO(question.dump());
        return outcome(client.ask(verb::post, session + "/element", question.dump()));
    };
    CHECK(refused(by("accessibility id", "no such thing")) == "404 no such element");
    CHECK(refused(by("-ios predicate string", "label == 'x'")) == "400 invalid argument");
    CHECK(refused(by("css selector", "a")) == "400 invalid argument");
    CHECK(refused({{"using", "name"}}) == "400 invalid argument");
    CHECK(refused(by("class name", "Button")) == "400 invalid argument");
    CHECK(refused(by("link text", "colour=red")) == "500 unknown error");
    for (const auto* broken :
         {"label", "label ==", "label == 'x", "label == 'x' AND", "colour == 'red'",
          "(label == 'x'", "label == 'x')", "label MATCHES '('", "label IN {'x'", "rect. == 1",
          "label ==[x] 'y'", "identifier == 'x'", ""})
        CHECK(refused(by("predicate string", broken)) == "500 unknown error");
    for (const auto* broken :
         {"", "//", "//*[", "//*[@label='x'", "//*[contains(@label)]", "//*[no-such-function()]",
          "//*[1 2]", "//no-axis::b", "//*[count('x') = 1]", "//*[matches(@label, '(')]", "//*]",
          "//*[@label = 'x]", "#"})
        CHECK(refused(by("xpath", broken)) == "400 invalid selector");
    for (const auto* broken : {"", "**/", "**/*[0]", "*[`label == 'x'", "a]", "**/Button",
                               "**/*[$label == 'x'$", "**/XCUIElementTypeKettle"})
        CHECK(refused(by("class chain", broken)) == "400 invalid selector");
    CHECK(refused(by("class chain", "**/*[`label`]")) == "500 unknown error");
    const std::string deep(5000, '(');
    CHECK(refused(by("predicate string", deep.c_str())) == "500 unknown error");
    CHECK(refused(by("xpath", deep.c_str())) == "400 invalid selector");
    const std::string slow = "//*[count(//*[count(//*[count(//*[count(//*) > 1]) > 1]) > 1]) > 1]";
    CHECK(refused(by("xpath", slow.c_str())) == "400 invalid selector");
    std::string sum = "//*[1";
    for (int i = 0; i < 2000; ++i)
        sum += "+1";
    CHECK(refused(by("xpath", (sum + "]").c_str())) == "404 no such element");
    const std::string nots = [] {
        std::string text;
        for (int i = 0; i < 2000; ++i)
            text += "NOT ";
        return text;
    }();
    CHECK(refused(by("predicate string", nots.c_str())) == "500 unknown error");
}
