// The application in front: away and back, its keyboard, its accessible tree, pictures of elements.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

#include <algorithm>

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;

namespace {

json launch(const char* bundle_id)
{
    return {{"bundleId", bundle_id}};
}

std::string id_of(wda_client& client, const char* strategy, const char* value)
{
    const json reference =
        client.value(verb::post, "/element", {{"using", strategy}, {"value", value}});
    return reference["ELEMENT"].get<std::string>();
}

/// Width and height of a PNG, which stand in base64 behind its signature.
std::pair<unsigned, unsigned> png_size(const std::string& base64)
{
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::vector<unsigned> bytes;
    for (std::size_t at = 0; at + 4 <= 40 && at + 4 <= base64.size(); at += 4) {
        unsigned group = 0;
        for (std::size_t each = 0; each < 4; ++each)
            group = group << 6 | static_cast<unsigned>(letters.find(base64[at + each]));
        for (const unsigned shift : {16U, 8U, 0U})
            bytes.push_back(group >> shift & 0xFF);
    }
    REQUIRE(bytes.size() >= 24);
    const auto number = [&](std::size_t at) { return bytes[at + 2] << 8 | bytes[at + 3]; };
    return {number(16), number(20)};
}

bool any_accessible(const json& node, std::string_view label)
{
    if (node.value("label", json()) == label)
        return true;
    if (!node.contains("children"))
        return false;
    return std::ranges::any_of(node["children"],
                               [&](const json& child) { return any_accessible(child, label); });
}

} // namespace

TEST_CASE("an app that is put away comes back", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    client.value(verb::post, "/wda/apps/launch", launch("com.apple.Preferences"));
    const auto before = runner.device.clock.now();
    client.value(verb::post, "/wda/deactivateApp");
    CHECK(runner.device.os.front_app() == "com.apple.Preferences");
    CHECK(runner.device.clock.now() - before >= std::chrono::seconds(3));
    client.value(verb::post, "/wda/deactivateApp", {{"duration", "0"}});
    CHECK(runner.device.os.front_app() == "com.apple.Preferences");
}

TEST_CASE("the keyboard is dismissed by a key that does so", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto session = client.begin_session();
    client.value(verb::post, "/wda/keyboard/dismiss"); // none is shown
    client.value(verb::post, "/wda/apps/launch", launch("com.apple.mobilenotes"));
    const auto note = id_of(client, "class name", "XCUIElementTypeTextView");
    client.value(verb::post, "/element/" + note + "/click");
    REQUIRE(runner.device.os.keyboard_shown());
    CHECK(outcome(client.ask(verb::post, session + "/wda/keyboard/dismiss",
                             R"({"keyNames":["Done"]})")) == "400 invalid element state");
    client.value(verb::post, "/wda/apps/launch", launch("com.apple.mobilesafari"));
    const auto address = id_of(client, "class name", "XCUIElementTypeTextField");
    client.value(verb::post, "/element/" + address + "/value", {{"value", "example.org"}});
    REQUIRE(runner.device.os.keyboard_shown());
    client.value(verb::post, "/wda/keyboard/dismiss", {{"keyNames", {"return"}}});
    CHECK_FALSE(runner.device.os.keyboard_shown());
}

TEST_CASE("the accessible tree has what a screen reader tells", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    client.value(verb::post, "/wda/apps/launch", launch("com.apple.Preferences"));
    const json tree = client.value(verb::get, "/wda/accessibleSource");
    CHECK(tree["type"] == "Application");
    CHECK_FALSE(tree.contains("rect"));
    CHECK(any_accessible(tree, "General"));
    CHECK_FALSE(any_accessible(tree, "Developer")); // below the end of the screen
    CHECK(outcome(client.ask(verb::get, "/wda/accessibleSource")) == "200");
}

TEST_CASE("an element's picture has its size in pixels", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto session = client.begin_session();
    client.value(verb::post, "/wda/apps/launch", launch("com.apple.Preferences"));
    const auto cell = id_of(client, "accessibility id", "General");
    const json rect = client.value(verb::get, "/element/" + cell + "/rect");
    const json picture = client.value(verb::get, "/element/" + cell + "/screenshot");
    const auto [width, height] = png_size(picture);
    CHECK(width == rect["width"].get<unsigned>() * 3);
    CHECK(height == rect["height"].get<unsigned>() * 3);
    CHECK(client.value(verb::get, "/screenshot/" + cell) == picture);
    CHECK(outcome(client.ask(verb::get, session + "/element/7/screenshot")) ==
          "404 stale element reference");
    const auto hidden = id_of(client, "accessibility id", "Developer");
    CHECK(outcome(client.ask(verb::get, session + "/element/" + hidden + "/screenshot")) ==
          "500 unable to capture screen");
    CHECK(client.value(verb::get, "/wda/screens").at(0).at("bounds").at("width") == 393);
}

TEST_CASE("elements tell whether they are selected and accessible", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto session = client.begin_session();
    client.value(verb::post, "/wda/apps/launch", launch("com.apple.mobilenotes"));
    const auto note = id_of(client, "class name", "XCUIElementTypeTextView");
    client.value(verb::post, "/element/" + note + "/click");
    const auto shift = id_of(client, "accessibility id", "shift");
    CHECK(client.value(verb::get, "/element/" + shift + "/selected") == false);
    client.value(verb::post, "/element/" + shift + "/click");
    CHECK(client.value(verb::get, "/element/" + shift + "/selected") == true);
    CHECK(client.value(verb::get, "/element/" + shift + "/attribute/selected") == true);
    CHECK(client.value(verb::get, "/wda/element/" + shift + "/accessible") == true);
    CHECK(client.value(verb::get, "/wda/element/" + shift + "/accessibilityContainer") == false);
    CHECK(outcome(client.ask(verb::post, session + "/wda/pickerwheel/" + shift + "/select")) ==
          "400 invalid argument");
    client.value(verb::post, "/wda/apps/launch", launch("com.apple.Preferences"));
    const auto list = id_of(client, "class name", "XCUIElementTypeTable");
    const json cells = client.value(verb::get, "/wda/element/" + list + "/getVisibleCells");
    CHECK(cells.size() > 3);
}
