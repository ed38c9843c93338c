// Runners that are ready and cannot do anything, that die of a question, and that keep one waiting.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

#include <chrono>

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;
namespace virtualphone = thimble::virtualphone;
using virtualphone::edge_swipes;
using virtualphone::fault;
using virtualphone::fault_kind;
using virtualphone::identity;

namespace {

constexpr auto sketch_id = "com.thimble.sketch";
constexpr auto shell = "com.apple.springboard";

/// From the middle of the bottom edge to the middle of the screen.
json home_swipe(const virtualphone::operating_system& os)
{
    const double x = os.width_pt() / 2;
    const double bottom = os.height_pt() - 1;
    return {{"actions",
             {{{"type", "pointer"},
               {"id", "finger"},
               {"parameters", {{"pointerType", "touch"}}},
               {"actions",
                {{{"type", "pointerMove"}, {"x", x}, {"y", bottom}, {"duration", 0}},
                 {{"type", "pointerDown"}},
                 {{"type", "pointerMove"}, {"x", x}, {"y", bottom / 2}, {"duration", 150}},
                 {{"type", "pointerUp"}}}}}}}};
}

json home_drag(const virtualphone::operating_system& os)
{
    const double x = os.width_pt() / 2;
    const double bottom = os.height_pt() - 1;
    return {{"fromX", x}, {"fromY", bottom}, {"toX", x}, {"toY", bottom / 2}, {"duration", 0.1}};
}

} // namespace

TEST_CASE("a zombie says that it is ready and may do nothing", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto session = client.begin_session();
    runner.agent.set_runner(virtualphone::runner::zombie);
    CHECK(json::parse(client.ask(verb::get, "/status").body())["value"]["ready"] == true);
    CHECK(outcome(client.ask(verb::post, session + "/appium/settings", "{}")) == "200");
    for (const auto* path : {"/window/size", "/source", "/screenshot", "/wda/activeAppInfo"}) {
        const auto refused = client.ask(verb::get, session + path);
        CHECK(outcome(refused) == "500 unknown error");
        CHECK(refused.body().find("Code=41") != std::string::npos);
    }
    CHECK(outcome(client.ask(verb::post, session + "/wda/tap", R"({"x":1,"y":2})")) ==
          "500 unknown error");
    CHECK(runner.touches().empty());
    runner.agent.set_runner(virtualphone::runner::running);
    CHECK(outcome(client.ask(verb::get, session + "/window/size")) == "200");
}

TEST_CASE("a tree can be a runner's death", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    runner.device.faults.set("wda.source", fault{fault_kind::cut, 1});
    client.send(verb::get, "/source");
    client.begin_receive();
    runner.run_until([&] { return client.closed(); });
    CHECK(runner.device.runner == virtualphone::runner::dead);
    CHECK(runner.device.ports.find(8100) == nullptr);
}

TEST_CASE("a session may be long in beginning on a locked phone", "[virtualphone]")
{
    virtual_runner runner("iPhone 15 Pro", 0,
                          identity{"00008130-000000000000001A", "Test Phone", "1234", true});
    wda_client client(runner);
    constexpr std::chrono::milliseconds stall{300};
    runner.device.faults.set("wda.locked_session", fault{fault_kind::delay, -1, stall});
    const auto begun = [&] {
        const auto begin = std::chrono::steady_clock::now();
        client.begin_session();
        return std::chrono::steady_clock::now() - begin;
    };
    CHECK(begun() >= stall);
    runner.device.os.unlock(runner.device.clock.now());
    runner.device.faults.set("wda.locked_session",
                             fault{fault_kind::delay, -1, std::chrono::hours(1)});
    client.begin_session(); // at once
}

TEST_CASE("an app may take swipes from the edge for its own", "[virtualphone]")
{
    struct expectation {
        edge_swipes whose;
        bool w3c_leads_home;
        bool native_leads_home;
    };
    const auto expected = GENERATE(expectation{edge_swipes::of_system, true, true},
                                   expectation{edge_swipes::w3c_of_app, false, true},
                                   expectation{edge_swipes::native_of_app, true, false},
                                   expectation{edge_swipes::all_of_app, false, false});
    virtual_runner runner;
    runner.device.edge_swipes = expected.whose;
    wda_client client(runner);
    client.begin_session();
    const auto leads_home = [&](const char* route, const json& body) {
        client.value(verb::post, "/wda/apps/launch", {{"bundleId", sketch_id}});
        client.value(verb::post, route, body);
        return runner.device.os.front_app() == shell;
    };
    const auto& os = runner.device.os;
    CHECK(leads_home("/actions", home_swipe(os)) == expected.w3c_leads_home);
    CHECK(leads_home("/wda/dragfromtoforduration", home_drag(os)) == expected.native_leads_home);
}
