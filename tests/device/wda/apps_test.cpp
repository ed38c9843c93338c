// Apps and addresses: opened once, and every refusal in words that help.
#include "tests/device/wda/driver_fixture.hpp"

#include <nlohmann/json.hpp>

namespace thimble::tests {
namespace {

using device::problem;
using device::reached;
using nlohmann::json;

const std::string launch_target = "/session/" + session_id + "/wda/apps/launch";
const std::string list_target = "/session/" + session_id + "/wda/apps/list";
const std::string front_target = "/session/" + session_id + "/wda/activeAppInfo";
const std::string url_target = "/session/" + session_id + "/url";

device::result<void> open_app(driver_fixture& phone)
{
    return run_until_done(phone.context, phone.driver.launcher().open("com.example.notes"));
}

device::result<void> open_url(driver_fixture& phone)
{
    return run_until_done(phone.context, phone.driver.urls().open("https://example.com/?t=secret"));
}

device::result<std::string> in_front(driver_fixture& phone)
{
    return run_until_done(phone.context, phone.driver.launcher().in_front());
}

} // namespace

TEST_CASE("an app is launched without waiting for it to be idle", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + launch_target, value("null", session_id));
    REQUIRE(open_app(phone));
    CHECK(json::parse(phone.runner.log().back().body) ==
          json{{"bundleId", "com.example.notes"}, {"shouldWaitForQuiescence", false}});
    CHECK(phone.runner.count("POST " + launch_target) == 1);
}

TEST_CASE("an app that the phone does not have is named so", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + launch_target, error(400, "invalid argument", "not installed"));
    const auto opened = open_app(phone);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().cause == "app_not_installed");
}

TEST_CASE("a launch that iOS refuses is explained by the text of its refusal", "[device]")
{
    const std::string domain =
        "Error Domain=FBSOpenApplicationServiceErrorDomain Code=1 'The request to open "
        "com.example.notes failed.' UserInfo={BSErrorCodeDescription=RequestDenied, "
        "NSUnderlyingError=0x283f5c1e0 {Error Domain=FBSOpenApplicationErrorDomain Code=7 ";
    const auto [text, cause] = GENERATE_COPY(
        std::pair(domain + "'Unable to launch com.example.notes because the device was not, or "
                           "could not be, unlocked.' UserInfo={BSErrorCodeDescription=Locked}}}",
                  "locked"),
        std::pair(domain + "'Unable to launch com.example.notes because it has an invalid code "
                           "signature, inadequate entitlements or its profile has not been "
                           "explicitly trusted by the user.'}}",
                  "app_not_trusted"),
        std::pair(domain + "'Application info provider returned nil'}}", "app_not_installed"));
    driver_fixture phone;
    phone.runner.on("POST " + launch_target, error(400, "invalid argument", text));
    const auto opened = open_app(phone);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().cause == cause);
    CHECK(opened.error().phone == reached::nothing);
}

TEST_CASE("older runners say of a locked phone that the error is unknown", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + launch_target,
                    error(500, "unknown error",
                          "Unable to launch: device was not, or could not be, unlocked. (Locked)"));
    const auto opened = open_app(phone);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().cause == "locked");
    CHECK(opened.error().phone == reached::nothing);
}

TEST_CASE("a launch whose answer is lost is not repeated", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + launch_target,
                    {.status = 0, .body = {}, .how = answered::manner::hang_up});
    const auto opened = open_app(phone);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().phone == reached::perhaps);
    CHECK(phone.runner.count("POST " + launch_target) == 1);
}

TEST_CASE("the app in front is named by its bundle id", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET " + front_target,
                    value(R"({"pid" : 7, "bundleId" : "com.example.notes"})", session_id));
    CHECK(in_front(phone) == std::string("com.example.notes"));
    for (const auto& nonsense :
         {std::string("{}"), std::string(R"({"bundleId" : ""})"),
          std::string(R"({"bundleId" : 5})"), json{{"bundleId", std::string(200, 'a')}}.dump()}) {
        phone.runner.on("GET " + front_target, value(nonsense, session_id));
        const auto front = in_front(phone);
        REQUIRE_FALSE(front);
        CHECK(front.error().cause == "malformed_answer");
        CHECK(front.error().phone == reached::nothing);
    }
}

TEST_CASE("the app in front is read from the list, without a look into it", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET " + list_target,
                    value(R"([{"pid" : 7, "bundleId" : "com.example.notes"}])", session_id));
    CHECK(in_front(phone) == std::string("com.example.notes"));
    CHECK(phone.runner.count("GET " + front_target) == 0);
}

TEST_CASE("a list that leaves open which app is in front is not guessed from", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET " + front_target,
                    value(R"({"pid" : 7, "bundleId" : "com.example.notes"})", session_id));
    for (const auto* list : {R"([])", R"([{"pid" : 7, "bundleId" : "unknown"}])", R"({})",
                             R"([{"bundleId" : "com.apple.springboard"}, {"bundleId" : "a.b"}])"}) {
        INFO(list);
        phone.runner.on("GET " + list_target, value(list, session_id));
        CHECK(in_front(phone) == std::string("com.example.notes"));
    }
}

TEST_CASE("an address is opened once", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + url_target, value("null", session_id));
    REQUIRE(open_url(phone));
    CHECK(json::parse(phone.runner.log().back().body) ==
          json{{"url", "https://example.com/?t=secret"}});
    CHECK(phone.runner.count("POST " + url_target) == 1);
}

TEST_CASE("an address that nobody opens is told of without repeating it", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + url_target,
                    error(500, "unknown error", "nobody opens https://example.com/?t=secret"));
    const auto opened = open_url(phone);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().cause == "no_app_for_url");
    CHECK(opened.error().what == problem::refused);
    CHECK_FALSE(opened.error().message.contains("secret"));
}

TEST_CASE("a runner that dies over an address has not refused it", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + url_target,
                    {.status = 0, .body = {}, .how = answered::manner::hang_up});
    const auto opened = open_url(phone);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().cause == "connection_lost");
    CHECK(opened.error().phone == reached::perhaps);
    phone.runner.listen(false);
    const auto later = open_url(phone);
    REQUIRE_FALSE(later);
    CHECK(later.error().cause == "runner_not_running");
}

} // namespace thimble::tests
