// Turning a phone over a real connection: what is answered, and when the turn is seen.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;

namespace {

const json sketch{{"bundleId", "com.thimble.sketch"}};
const json without_waiting{{"settings", {{"animationCoolOffTimeout", 0}}}};

std::string turned_to(wda_client& client, const std::string& session, const json& rotation)
{
    return outcome(client.ask(verb::post, session + "/rotation", rotation.dump()));
}

} // namespace

TEST_CASE("a turn that nobody waits for is refused and happens all the same", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto session = client.begin_session();
    client.value(verb::post, "/appium/settings", without_waiting);
    client.value(verb::post, "/wda/apps/launch", sketch);
    const json left{{"x", 0}, {"y", 0}, {"z", 270}};
    const auto refused = client.ask(verb::post, session + "/rotation", left.dump());
    CHECK(outcome(refused) == "400 invalid element state");
    CHECK(refused.body().find("The current rotation cannot be set to") != std::string::npos);
    runner.run_until([&] { return client.value(verb::get, "/rotation") == left; });
    CHECK(turned_to(client, session, left) == "200"); // it is so already
}

TEST_CASE("a turn that is waited for is answered when it is over", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto session = client.begin_session();
    client.value(verb::post, "/wda/apps/launch", sketch);
    CHECK(turned_to(client, session, {{"x", 0}, {"y", 0}, {"z", 90}}) == "200");
    CHECK(client.value(verb::get, "/rotation")["z"] == 90);
}

TEST_CASE("an app that does not turn is told from nothing else", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto session = client.begin_session(); // the home screen of an iPhone stays upright
    CHECK(turned_to(client, session, {{"x", 0}, {"y", 0}, {"z", 270}}) ==
          "400 invalid element state");
    CHECK(outcome(client.ask(verb::post, session + "/orientation",
                             R"({"orientation":"LANDSCAPE"})")) == "500 unknown error");
    CHECK(client.value(verb::get, "/rotation")["z"] == 0);
}

TEST_CASE("a rotation has all of x, y and z", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto session = client.begin_session();
    for (const auto& wrong :
         {json{{"z", 0}}, json{{"x", 0}, {"z", 0}}, json{{"x", 0}, {"y", 0}, {"z", 45}},
          json{{"x", 1}, {"y", 0}, {"z", 0}}, json{{"x", 0}, {"y", 0}, {"z", "90"}}})
        CHECK(turned_to(client, session, wrong) == "400 invalid argument");
}
