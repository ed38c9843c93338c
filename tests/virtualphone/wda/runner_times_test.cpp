// Time of a runner's answers when it is as slow as on a phone, by the phone's clock.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;
using thimble::virtualphone::milliseconds;
namespace wda = thimble::virtualphone::wda;

namespace {

/// The phone's waits take no real time here, and yet its clock sees them go by.
struct slow_phone {
    slow_phone() : client(runner)
    {
        client.begin_session();
        client.value(verb::post, "/appium/settings",
                     {{"settings", {{"animationCoolOffTimeout", 0}, {"waitForIdleTimeout", 0}}}});
        runner.device.times = wda::real_runner_times();
    }

    milliseconds cost(verb method, const char* path, const json& body = {})
    {
        const milliseconds begin = runner.device.clock.now();
        client.ask(method, session() + path, body.is_null() ? "" : body.dump());
        return runner.device.clock.now() - begin;
    }

    std::string session()
    {
        return "/session/" + json::parse(client.ask(verb::get, "/status").body())
                                 .at("sessionId")
                                 .get<std::string>();
    }

    virtual_runner runner;
    wda_client client;
};

} // namespace

TEST_CASE("answers cost what they cost on a phone", "[virtualphone]")
{
    slow_phone phone;
    CHECK(phone.cost(verb::get, "/window/size") >= milliseconds(180));
    CHECK(phone.cost(verb::post, "/wda/tap", {{"x", 10}, {"y", 300}}) >= milliseconds(210));
    CHECK(phone.cost(verb::get, "/screenshot") >= milliseconds(170));
    CHECK(phone.cost(verb::get, "/alert/text") >= milliseconds(300));
    CHECK(phone.cost(verb::get, "/source") >= milliseconds(150));
    phone.client.value(verb::post, "/wda/apps/launch", {{"bundleId", "com.apple.mobilesafari"}});
    CHECK(phone.cost(verb::get, "/alert/text") >= milliseconds(1000));
    CHECK(phone.cost(verb::get, "/wda/alert/buttons") >= milliseconds(1000));
}

TEST_CASE("a tree costs by its elements, a picture by its contents", "[virtualphone]")
{
    const auto times = wda::real_runner_times();
    CHECK(times.of_source(1000) - times.of_source(0) == 1000 * times.source_element);
    CHECK(times.of_screenshot(0) == times.screenshot_least);
    CHECK(times.of_screenshot(100'000'000) == times.screenshot_most);
    CHECK(times.of_alert(true, 0) == times.alert_web_least);
    CHECK(times.of_alert(true, 100'000) == times.alert_web_most);
    CHECK(wda::runner_times{}.of_alert(true, 100'000) == milliseconds(0));
}
