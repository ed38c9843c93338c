// Status, sessions, settings and screenshots over a real connection.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

#include <boost/algorithm/string/case_conv.hpp>

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;

TEST_CASE("status tells what runs, without a session", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto response = client.ask(verb::get, "/status");
    CHECK(response.result_int() == 200);
    CHECK(response[http::field::server] == "WebDriverAgent/1.0");
    CHECK(response[http::field::content_type] == "application/json;charset=UTF-8");
    CHECK(response[http::field::access_control_allow_origin] == "*");
    CHECK(response.body().starts_with("{\n  \"value\" : {\n"));
    const json answer = json::parse(response.body());
    CHECK(answer["sessionId"] == nullptr);
    CHECK(answer["value"]["ready"] == true);
    CHECK(answer["value"]["os"]["version"] == "18.5");
    CHECK(answer["value"]["device"] == "iphone");
}

TEST_CASE("there is one session, and its id is on every answer", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const std::string first = client.begin_session();
    const std::string id = first.substr(first.rfind('/') + 1);
    CHECK(id == boost::algorithm::to_upper_copy(id));
    CHECK(json::parse(client.ask(verb::get, "/status").body())["sessionId"] == id);
    CHECK(outcome(client.ask(verb::get, first)) == "200");

    const std::string second = client.begin_session();
    CHECK(second != first);
    CHECK(outcome(client.ask(verb::get, first)) == "404 invalid session id");
    CHECK(outcome(client.ask(verb::delete_, second)) == "200");
    CHECK(outcome(client.ask(verb::get, second + "/appium/settings")) == "404 invalid session id");
    CHECK(json::parse(client.ask(verb::get, "/status").body())["sessionId"] == nullptr);
}

TEST_CASE("a new session begins with default settings", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    const json changed{{"settings", {{"waitForIdleTimeout", 0}, {"mjpegServerFramerate", 25}}}};
    CHECK(client.value(verb::post, "/appium/settings", changed)["waitForIdleTimeout"] == 0);
    // Without "settings" around them nothing changes and nobody complains.
    CHECK(client.value(verb::post, "/appium/settings", changed["settings"])["snapshotMaxDepth"] ==
          50);
    client.begin_session();
    const json now = client.value(verb::get, "/appium/settings");
    CHECK(now["waitForIdleTimeout"] == 10);
    CHECK(now["mjpegServerFramerate"] == 25);
}

TEST_CASE("a session ends with the application it was made for", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto begin = [&](bool terminates) {
        const json asked{{"capabilities",
                          {{"alwaysMatch",
                            {{"appium:bundleId", "com.thimble.sketch"},
                             {"appium:shouldTerminateApp", terminates}}}}}};
        const auto response = client.ask(verb::post, "/session", asked.dump());
        CHECK(outcome(response) == "200");
        CHECK(runner.device.os.front_app() == "com.thimble.sketch");
        return "/session/" + json::parse(response.body())["sessionId"].get<std::string>();
    };
    CHECK(outcome(client.ask(verb::delete_, begin(false))) == "200");
    CHECK(runner.device.os.front_app() == "com.thimble.sketch");
    CHECK(outcome(client.ask(verb::delete_, begin(true))) == "200");
    CHECK(runner.device.os.front_app() == "com.apple.springboard");
}

TEST_CASE("without capabilities, or for an unknown application, there is no session",
          "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    for (const char* body : {"", "{}", R"({"capabilities":[]})",
                             R"({"capabilities":{"alwaysMatch":{"bundleId":"no.such.app"}}})",
                             R"({"capabilities":{"alwaysMatch":{"waitForIdleTimeout":null}}})"})
        CHECK(outcome(client.ask(verb::post, "/session", body)) == "500 session not created");
    CHECK(json::parse(client.ask(verb::get, "/status").body())["sessionId"] == nullptr);
}

TEST_CASE("a screenshot is base64 with escaped slashes of the panel's PNG", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto response = client.ask(verb::get, "/screenshot");
    CHECK(response.body().find("iVBORw0KGgo") != std::string::npos);
    CHECK(response.body().find("\\/") != std::string::npos);
    const std::string text = json::parse(response.body())["value"];
    const auto picture = runner.device.os.frame_png();
    CHECK(text.size() == 4 * ((picture->size() + 2) / 3));
    const std::string again = json::parse(client.ask(verb::get, "/screenshot").body())["value"];
    CHECK(again == text);
}

TEST_CASE("a route that is not there is an unknown command", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const std::string session = client.begin_session();
    const auto response = client.ask(verb::delete_, session + "/actions");
    CHECK(outcome(response) == "404 unknown command");
    CHECK(response.body().find("Unhandled endpoint:") != std::string::npos);
    CHECK(outcome(client.ask(verb::patch, "/status")) == "404 unknown command");
    CHECK(outcome(client.ask(verb::options, "/anything")) == "200");
}
