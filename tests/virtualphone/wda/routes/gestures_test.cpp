// XCTest's gestures with a direction or several fingers, on the application and on elements.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

#include <algorithm>
#include <cmath>

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;

namespace {

json gestures_of(const virtual_runner& runner)
{
    json found = json::array();
    const json log = runner.device.log.since(0);
    for (const json& event : log.at("events"))
        if (event.at("kind") == "gesture")
            found.push_back(event);
    return found;
}

bool has_gesture(const virtual_runner& runner, std::string_view name)
{
    const json all = gestures_of(runner);
    return std::ranges::any_of(all, [&](const json& each) { return each.dump().contains(name); });
}

struct in_app {
    explicit in_app(const char* bundle_id) : client(runner), session(client.begin_session())
    {
        client.value(verb::post, "/wda/apps/launch", {{"bundleId", bundle_id}});
    }

    std::string found(const char* strategy, const char* value)
    {
        const json reference =
            client.value(verb::post, "/element", {{"using", strategy}, {"value", value}});
        return "/wda/element/" + reference["ELEMENT"].get<std::string>();
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

TEST_CASE("a swipe has a direction and perhaps a place", "[virtualphone]")
{
    in_app table("com.thimble.sketch");
    table.client.value(verb::post, "/wda/swipe", {{"direction", "Left"}});
    auto touches = table.runner.touches();
    CHECK(touches.front() == "down 294.75,426");
    CHECK(touches.back() == "up 98.25,426");
    table.client.value(verb::post, "/wda/swipe",
                       {{"direction", "down"}, {"x", 50}, {"y", 100}, {"velocity", 2000}});
    touches = table.runner.touches();
    CHECK(touches.back() == "up 50,313");
    CHECK(table.refused("/wda/swipe", json::object()) == "400 invalid argument");
    CHECK(table.refused("/wda/swipe", {{"direction", "north"}}) == "400 invalid argument");
    CHECK(table.refused("/wda/swipe", {{"direction", "up"}, {"x", 1}}) == "400 invalid argument");
    CHECK(table.refused("/wda/element/7/swipe", {{"direction", "up"}}) ==
          "404 stale element reference");
}

TEST_CASE("two fingers pinch, turn and tap", "[virtualphone]")
{
    in_app table("com.apple.Maps");
    SECTION("apart")
    {
        table.client.value(verb::post, "/wda/pinch", {{"scale", 2}, {"velocity", 1}});
        CHECK(has_gesture(table.runner, "pinch"));
        CHECK(table.runner.device.os.app_states()["com.apple.Maps"]["zoom"] > 1.5);
    }
    SECTION("together")
    {
        table.client.value(verb::post, "/wda/pinch", {{"scale", 0.5}, {"velocity", -1}});
        CHECK(has_gesture(table.runner, "pinch"));
    }
    SECTION("clockwise")
    {
        table.client.value(verb::post, "/wda/rotate", {{"rotation", 1.5}, {"velocity", 1.5}});
        const double turned = table.runner.device.os.app_states()["com.apple.Maps"]["rotation"];
        CHECK(turned > 80);
        CHECK(turned < 90);
    }
    SECTION("a tap")
    {
        table.client.value(verb::post, "/wda/twoFingerTap");
        CHECK(table.runner.touches().size() == 4);
    }
    SECTION("three taps of two fingers")
    {
        table.client.value(verb::post, "/wda/tapWithNumberOfTaps",
                           {{"numberOfTaps", 3}, {"numberOfTouches", 2}});
        CHECK(table.runner.touches().size() == 12);
    }
    CHECK(table.refused("/wda/pinch", {{"scale", 0}}) == "500 unknown error");
    CHECK(table.refused("/wda/pinch", {{"scale", 0.5}, {"velocity", 1}}) == "500 unknown error");
    CHECK(table.refused("/wda/tapWithNumberOfTaps", {{"numberOfTaps", 1}}) ==
          "400 invalid argument");
}

TEST_CASE("gestures on elements are counted from their frame", "[virtualphone]")
{
    in_app table("com.apple.Preferences");
    const auto general = table.found("accessibility id", "General");
    const json rect = table.client.value(verb::get, general.substr(4) + "/rect");
    const double left = rect["x"];
    const double top = rect["y"];
    const double middle = top + rect["height"].get<double>() / 2;
    const auto first_touch = [&] {
        const json log = table.runner.device.log.since(0);
        for (const json& event : log.at("events"))
            if (event.at("kind") == "touch")
                return std::pair(event.at("x").get<double>(), event.at("y").get<double>());
        return std::pair(-1.0, -1.0);
    };
    SECTION("its middle")
    {
        table.client.value(verb::post, general + "/tap");
        CHECK(std::abs(first_touch().second - middle) <= 1);
    }
    SECTION("a place in it")
    {
        table.client.value(verb::post, general + "/tap", {{"x", 3}, {"y", 4}});
        CHECK(std::abs(first_touch().first - left - 3) <= 1);
        CHECK(std::abs(first_touch().second - top - 4) <= 1);
    }
    SECTION("a drag")
    {
        table.client.value(
            verb::post, general + "/dragfromtoforduration",
            {{"fromX", 5}, {"fromY", 6}, {"toX", 5}, {"toY", -100}, {"duration", 0}});
        CHECK(std::abs(first_touch().second - top - 6) <= 1);
    }
    SECTION("a double tap, a hold and two fingers")
    {
        const auto airplane = table.found("accessibility id", "Airplane Mode");
        for (const char* gesture : {"/doubleTap", "/touchAndHold", "/twoFingerTap"})
            table.client.value(verb::post, airplane + gesture, {{"duration", 0.1}});
        CHECK(table.runner.touches().size() == 10);
    }
}

TEST_CASE("a drag with a velocity rests before and after it moves", "[virtualphone]")
{
    in_app table("com.thimble.sketch");
    table.client.value(verb::post, "/wda/pressAndDragWithVelocity",
                       {{"fromX", 100},
                        {"fromY", 600},
                        {"toX", 100},
                        {"toY", 400},
                        {"pressDuration", 0.4},
                        {"velocity", 1000},
                        {"holdDuration", 0.8}});
    std::vector<double> times;
    const json log = table.runner.device.log.since(0);
    for (const json& event : log.at("events"))
        if (event.at("kind") == "touch")
            times.push_back(event.at("t_ms"));
    REQUIRE(times.size() > 4);
    CHECK(times[1] - times.front() >= 400);
    CHECK(std::abs(times.back() - times.front() - 1400) < 5);
    CHECK(std::abs(times.back() - times[times.size() - 2] - 800) < 5);
    CHECK(table.runner.touches().back() == "up 100,400");
}

TEST_CASE("a drag leads from one element to another", "[virtualphone]")
{
    in_app table("com.apple.Preferences");
    const auto general = table.found("accessibility id", "General");
    const auto wifi = table.found("accessibility id", "Wi-Fi");
    const auto id_of = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
    table.client.value(verb::post, general + "/pressAndDragWithVelocity",
                       {{"toElement", id_of(wifi)}, {"pressDuration", 0.1}, {"velocity", 500}});
    CHECK(table.runner.touches().size() > 5);
    CHECK(table.refused(general + "/pressAndDragWithVelocity", json::object()) ==
          "400 invalid argument");
    CHECK(table.refused(general + "/pressAndDragWithVelocity", {{"toElement", "7"}}) ==
          "404 stale element reference");
}

TEST_CASE("what is missing is 0, and values are cast", "[virtualphone]")
{
    in_app table("com.thimble.sketch");
    SECTION("a hold without a duration is a tap")
    {
        table.client.value(verb::post, "/wda/touchAndHold", {{"x", "10.5"}, {"y", 20}});
        CHECK(table.runner.touches() == std::vector<std::string>{"down 10.5,20", "up 10.5,20"});
    }
    SECTION("a drag without a goal ends at the top left")
    {
        table.client.value(verb::post, "/wda/dragfromtoforduration",
                           {{"fromX", 30}, {"fromY", 40}, {"duration", "soon"}});
        CHECK(table.runner.touches().back() == "up 0,0");
    }
    SECTION("a flag is a number, null is not")
    {
        table.client.value(verb::post, "/wda/tap", {{"x", true}, {"y", false}});
        CHECK(table.runner.touches().front() == "down 1,0");
        CHECK(table.refused("/wda/tap", {{"x", nullptr}, {"y", 1}}) == "500 unknown error");
        CHECK(table.refused("/wda/touchAndHold", {{"duration", json::array()}}) ==
              "500 unknown error");
    }
}
