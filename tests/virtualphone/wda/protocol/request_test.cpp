// Reading commands: paths, queries, bodies, settings and capabilities.
#include "tests/catch2.hpp"
#include "virtualphone/wda/protocol/capabilities.hpp"
#include "virtualphone/wda/protocol/request.hpp"
#include "virtualphone/wda/protocol/settings.hpp"
#include "virtualphone/wda/routes/route.hpp"

namespace wda = thimble::virtualphone::wda;
using boost::beast::http::verb;
using nlohmann::json;

namespace {

const wda::route* route_of(verb method, std::string_view target)
{
    return wda::find_route(wda::read_request(method, target, ""));
}

} // namespace

TEST_CASE("a target is a session, a path and a query", "[virtualphone]")
{
    const auto command = wda::read_request(
        verb::get, "/session/AB-1/source?format=json&scope=App%20A%2FB&empty&=x", "");
    CHECK(command.session == "AB-1");
    CHECK(command.path == "/source");
    CHECK(command.query.at("format") == "json");
    CHECK(command.query.at("scope") == "App A/B");
    CHECK(command.query.at("empty").empty());
    CHECK_FALSE(wda::read_request(verb::get, "/status", "").session);
    CHECK(wda::read_request(verb::get, "/session/AB", "").path.empty());
}

TEST_CASE("broken percent signs stay as they are", "[virtualphone]")
{
    CHECK(wda::read_request(verb::get, "/a?x=%&y=%4&z=%zz", "").query ==
          std::map<std::string, std::string, std::less<>>{{"x", "%"}, {"y", "%4"}, {"z", "%zz"}});
}

TEST_CASE("a body that is not an object counts as an empty one", "[virtualphone]")
{
    for (const char* body : {"", "[1]", "{", "nonsense", "\"text\"", "{\"a\":1e999}"})
        CHECK(wda::read_request(verb::post, "/actions", body).body == json::object());
}

TEST_CASE("a body nested without end is cut off", "[virtualphone]")
{
    std::string deep = R"({"kept":1,"deep":)";
    deep.append(200'000, '[').append(200'000, ']').append("}");
    const auto command = wda::read_request(verb::post, "/actions", deep);
    CHECK(command.body.at("kept") == 1);
    CHECK(command.body.dump().size() < 1000);
}

TEST_CASE("paths match whole and in any case", "[virtualphone]")
{
    CHECK(route_of(verb::get, "/Status") != nullptr);
    CHECK(route_of(verb::post, "/SESSION/x/WDA/tap") != nullptr);
    CHECK(route_of(verb::get, "/source/") == nullptr);
    CHECK(route_of(verb::get, "/source?format=json") != nullptr);
    CHECK(route_of(verb::get, "/") == nullptr);
    CHECK(route_of(verb::get, "") == nullptr);
}

TEST_CASE("what WebDriverAgent does not have is not there", "[virtualphone]")
{
    CHECK(route_of(verb::delete_, "/session/x/actions") == nullptr);
    CHECK(route_of(verb::post, "/session/x/wda/homescreen") == nullptr);
    CHECK(route_of(verb::post, "/wda/homescreen") != nullptr);
    CHECK(route_of(verb::get, "/wda/rotation") == nullptr);
    CHECK(route_of(verb::get, "/window") == nullptr);
    CHECK(route_of(verb::post, "/session/x/keys") == nullptr);
    CHECK(route_of(verb::post, "/session/x/wda/tap/1/2") == nullptr);
    CHECK(route_of(verb::post, "/wda/tap") == nullptr);
    CHECK(route_of(verb::post, "/actions") == nullptr);
}

TEST_CASE("settings take what they know and keep the stream's over a session", "[virtualphone]")
{
    wda::settings options;
    CHECK_FALSE(options.apply(
        {{"waitForIdleTimeout", 0.5}, {"mjpegServerFramerate", 30}, {"noSuchSetting", "x"}}));
    CHECK(options.wait_for_idle_timeout().count() == 500);
    CHECK_FALSE(options.all().contains("noSuchSetting"));
    options.reset();
    CHECK(options.wait_for_idle_timeout().count() == 10'000);
    CHECK(options.stream_framerate() == 30);
}

TEST_CASE("a setting with a wrong value changes none", "[virtualphone]")
{
    wda::settings options;
    const json before = options.all();
    for (const json& wrong :
         {json{{"waitForIdleTimeout", nullptr}}, json{{"useFirstMatch", json::array()}},
          json{{"mjpegServerFramerate", nullptr}}, json{{"screenshotOrientation", "askew"}},
          json{{"activeAppDetectionPoint", "64"}}, json{{"activeAppDetectionPoint", "64,a"}}}) {
        json both = wrong;
        both["snapshotMaxDepth"] = 10;
        CHECK(options.apply(both));
        CHECK(options.all() == before);
    }
}

TEST_CASE("waits are never negative, and end while somebody is there", "[virtualphone]")
{
    wda::settings options;
    CHECK_FALSE(options.apply({{"waitForIdleTimeout", -1}, {"animationCoolOffTimeout", 1e9}}));
    CHECK(options.wait_for_idle_timeout().count() == 0);
    CHECK(options.animation_cool_off_timeout().count() == 300'000);
}

TEST_CASE("stream settings out of range count as the nearest sense", "[virtualphone]")
{
    wda::settings options;
    CHECK_FALSE(options.apply({{"mjpegServerFramerate", 0},
                               {"mjpegServerScreenshotQuality", 0},
                               {"mjpegScalingFactor", 1000}}));
    CHECK(options.stream_framerate() == 60);
    CHECK(options.stream_quality() == 1);
    CHECK(options.stream_scaling() == 100);
}

TEST_CASE("capabilities come from alwaysMatch and the first of firstMatch", "[virtualphone]")
{
    const auto read = wda::read_capabilities(
        {{"capabilities",
          {{"alwaysMatch", {{"appium:bundleId", "a.b"}, {"appium:waitForIdleTimeout", 3}}},
           {"firstMatch", {{{"initialUrl", "x://y"}}, json::object()}}}}});
    REQUIRE(read);
    CHECK(read->bundle_id == "a.b");
    CHECK(read->initial_url == "x://y");
    CHECK(read->settings == json{{"waitForIdleTimeout", 3}});
}

TEST_CASE("bad capabilities create no session", "[virtualphone]")
{
    const json same{{"bundleId", "a.b"}};
    for (const json& body :
         {json::object(), json{{"capabilities", 7}}, json{{"capabilities", {{"alwaysMatch", 7}}}},
          json{{"capabilities", {{"firstMatch", 7}}}},
          json{{"capabilities", {{"alwaysMatch", {{"bundleId", 7}}}}}},
          json{{"capabilities", {{"alwaysMatch", same}, {"firstMatch", {same}}}}}}) {
        const auto read = wda::read_capabilities(body);
        REQUIRE_FALSE(read);
        CHECK(read.error().kind.code == "session not created");
    }
}
