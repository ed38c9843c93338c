// Scrolling until something shows, and into a direction.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;

namespace {

struct in_settings {
    in_settings() : client(runner), session(client.begin_session())
    {
        client.value(verb::post, "/wda/apps/launch", {{"bundleId", "com.apple.Preferences"}});
        client.value(verb::post, "/appium/settings", {{"settings", {{"waitForIdleTimeout", 0}}}});
    }

    std::string id_of(const char* strategy, const char* value)
    {
        const json reference =
            client.value(verb::post, "/element", {{"using", strategy}, {"value", value}});
        return reference["ELEMENT"].get<std::string>();
    }

    bool shown(const char* name)
    {
        return client.value(verb::get,
                            "/element/" + id_of("accessibility id", name) + "/displayed");
    }

    std::string refused(const std::string& path, const json& body)
    {
        return outcome(client.ask(verb::post, session + path, body.dump()));
    }

    virtual_runner runner;
    wda_client client;
    std::string session;
};

} // namespace

TEST_CASE("a list is scrolled until the element shows", "[virtualphone]")
{
    in_settings table;
    REQUIRE_FALSE(table.shown("Developer"));
    SECTION("by its name")
    {
        table.client.value(verb::post, "/wda/scroll", {{"name", "Developer"}});
        CHECK(table.shown("Developer"));
        table.client.value(verb::post, "/wda/scroll", {{"name", "Airplane Mode"}});
        CHECK(table.shown("Airplane Mode"));
    }
    SECTION("by a predicate, in a list")
    {
        const auto list = table.id_of("class name", "XCUIElementTypeTable");
        table.client.value(verb::post, "/wda/element/" + list + "/scroll",
                           {{"predicateString", "label == 'Developer'"}});
        CHECK(table.shown("Developer"));
    }
    SECTION("because it is asked to be visible")
    {
        const auto developer = table.id_of("accessibility id", "Developer");
        table.client.value(verb::post, "/wda/element/" + developer + "/scroll",
                           {{"toVisible", true}});
        CHECK(table.shown("Developer"));
    }
    SECTION("natively")
    {
        const auto developer = table.id_of("accessibility id", "Developer");
        table.client.value(verb::post, "/wda/element/" + developer + "/scrollTo");
        CHECK(table.shown("Developer"));
    }
}

TEST_CASE("a list is scrolled into a direction", "[virtualphone]")
{
    in_settings table;
    const auto list = "/wda/element/" + table.id_of("class name", "XCUIElementTypeTable");
    table.client.value(verb::post, list + "/scroll", {{"direction", "down"}, {"distance", "0.7"}});
    CHECK_FALSE(table.shown("Airplane Mode"));
    table.client.value(verb::post, list + "/scroll", {{"direction", "up"}});
    CHECK(table.shown("Airplane Mode"));
    const auto before = table.runner.touches().size();
    table.client.value(verb::post, list + "/scroll", {{"direction", "sideways"}});
    CHECK(table.runner.touches().size() == before);
}

TEST_CASE("what cannot be scrolled to is refused", "[virtualphone]")
{
    in_settings table;
    CHECK(table.refused("/wda/scroll", json::object()) == "400 invalid argument");
    CHECK(table.refused("/wda/scroll", {{"name", "no such thing"}}) == "404 no such element");
    CHECK(table.refused("/wda/scroll", {{"predicateString", "label == 'no such thing'"}}) ==
          "404 no such element");
    CHECK(table.refused("/wda/element/7/scroll", {{"toVisible", true}}) ==
          "404 stale element reference");
    table.client.value(verb::post, "/wda/scroll", {{"toVisible", true}});
    CHECK(table.runner.touches().empty());
}
