// Results of one look at WebDriverAgent, whether it answers or not.
#include "device/wda/screenshot.hpp"
#include "tests/device/wda/driver_fixture.hpp"

namespace thimble::tests {
namespace {

using device::wda::runner_state;

/// The smallest picture there is: one pixel, in base64, with the slash written as WDA does.
const std::string one_pixel =
    R"("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")";

device::wda::runner_report look(driver_fixture& phone)
{
    phone.runner.on("GET /screenshot", value(one_pixel, session_id));
    return run_until_done(phone.context, phone.driver.probe());
}

void look_between_inputs(driver_fixture& phone)
{
    run_until_done(phone.context, [](device::wda::driver& driver) -> boost::asio::awaitable<bool> {
        co_await driver.look_between_inputs();
        co_return true;
    }(phone.driver));
}

device::result<screen::picture> picture_in(const std::string& body)
{
    return device::wda::picture_of({.status = 200, .body = body});
}

} // namespace

TEST_CASE("a look asks for reads alone, besides the session of the first touch", "[device]")
{
    driver_fixture phone;
    const auto seen = look(phone);
    CHECK(seen.state == runner_state::answering);
    CHECK(seen.complete);
    CHECK(phone.runner.lines() ==
          std::vector<std::string>{"GET /status", "GET /window/size", "GET /wda/screen",
                                   "GET /rotation", "GET /wda/locked",
                                   "POST /session/" + session_id + "/appium/settings",
                                   "GET /alert/text", "GET /screenshot"});
    phone.runner.on("GET /wda/locked", value("true", session_id));
    look(phone);
    CHECK(phone.driver.locked() == true);
    CHECK(phone.runner.count("GET /screenshot") == 1);
}

TEST_CASE("a phone that is not used need not be asked about its lock or an alert", "[device]")
{
    driver_fixture phone;
    look(phone);
    CHECK_FALSE(phone.driver.used_since_look());
    REQUIRE(run_until_done(phone.context, phone.driver.touches().play(tap_at(1, 1), upright)));
    CHECK(phone.driver.used_since_look());
    const auto before = phone.runner.log().size();
    phone.runner.on("GET /wda/locked", value("true", session_id));
    phone.runner.on("GET /alert/text", value(R"("Update\nNow?")", session_id));
    phone.runner.on("GET /session/" + session_id + "/wda/alert/buttons",
                    value(R"(["Later", "Now"])", session_id));
    look_between_inputs(phone);
    CHECK(phone.driver.locked() == true);
    REQUIRE(phone.driver.alert());
    CHECK(phone.driver.alert()->text == "Update\nNow?");
    CHECK(phone.runner.log().size() == before + 3); // the lock, the alert, its buttons
    CHECK_FALSE(phone.driver.used_since_look());
}

TEST_CASE("a look waits for the end of a touch, and for a long one not for ever", "[device]")
{
    driver_fixture phone;
    look(phone);
    phone.runner.on("POST " + actions_target,
                    {.status = 0, .body = {}, .how = answered::manner::silence});
    std::optional<device::result<void>> played;
    boost::asio::co_spawn(
        phone.context, phone.driver.touches().play(tap_at(1, 1), upright),
        [&](const std::exception_ptr&, device::result<void> how) { played = std::move(how); });
    const auto before = phone.runner.count("GET /wda/locked");
    look_between_inputs(phone);
    CHECK(phone.runner.count("GET /wda/locked") == before);
    CHECK_FALSE(played);
    phone.runner.drop_connections();
    look_between_inputs(phone);
    CHECK(phone.runner.count("GET /wda/locked") == before + 1);
    CHECK(played);
}

TEST_CASE("an alert is told with its buttons", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET /alert/text", value(R"("Update\nNow?")", session_id));
    phone.runner.on("GET /session/" + session_id + "/wda/alert/buttons",
                    value(R"(["Later", "Now"])", session_id));
    look(phone);
    REQUIRE(phone.driver.alert());
    CHECK(phone.driver.alert()->text == "Update\nNow?");
    CHECK(phone.driver.alert()->buttons == std::vector<std::string>{"Later", "Now"});
}

TEST_CASE("an older runner without /rotation has the orientation of its size", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET /rotation", error(404, "unknown command"));
    phone.runner.on("GET /window/size", value(R"({"width" : 852, "height" : 393})", session_id));
    CHECK(look(phone).complete);
    CHECK(phone.driver.interface()->turned == screen::orientation::landscape_left);
    look(phone);
    CHECK(phone.runner.count("GET /rotation") == 1);
}

TEST_CASE("an orientation that contradicts the size is not believed", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET /rotation", value(R"({"x" : 0, "y" : 0, "z" : 90})", session_id));
    look(phone);
    CHECK(phone.driver.interface()->turned == screen::orientation::portrait);
}

TEST_CASE("a runner that refuses is starting as soon as it listens", "[device]")
{
    driver_fixture phone;
    phone.runner.listen(false);
    CHECK(look(phone).state == runner_state::refused);
    phone.runner.listen(true);
    phone.runner.on("GET /status", {.status = 0, .body = {}, .how = answered::manner::hang_up});
    CHECK(look(phone).state == runner_state::starting);
    phone.runner.on("GET /status", value(R"({"ready" : false})"));
    CHECK(look(phone).state == runner_state::starting);
    phone.answer_all(session_id);
    CHECK(look(phone).state == runner_state::answering);
}

TEST_CASE("one silence is doubted, the second is believed", "[device]")
{
    driver_fixture phone;
    REQUIRE(look(phone).complete);
    phone.runner.on("GET /status", {.status = 0, .body = {}, .how = answered::manner::silence});
    const auto first = look(phone);
    CHECK(first.state == runner_state::answering);
    CHECK_FALSE(first.sure);
    CHECK(look(phone).state == runner_state::silent);
    phone.answer_all(session_id);
    CHECK(look(phone).state == runner_state::answering);
}

TEST_CASE("a runner that may not automate is told from one that is broken", "[device]")
{
    const auto* why = GENERATE("Error Domain=X Code=1 Timed out while enabling automation mode.",
                               "Code=41 'Not authorized for performing UI testing actions.'");
    driver_fixture phone;
    phone.runner.on("GET /window/size", error(500, "unknown error", why));
    CHECK(look(phone).state == runner_state::automation_off);
}

TEST_CASE("what is not an answer of WebDriverAgent makes no phone", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET /status", {.status = 200, .body = "<html>hello</html>"});
    CHECK(look(phone).state == runner_state::silent);
    phone.answer_all(session_id);
    for (const auto* size :
         {"{}", R"({"width" : "393", "height" : 852})", R"({"width" : -1, "height" : 852})",
          R"({"width" : 1e9, "height" : 1})", "[]", "null", R"("x")"}) {
        phone.runner.on("GET /window/size", value(size, session_id));
        CHECK_FALSE(look(phone).complete);
        CHECK_FALSE(phone.driver.interface());
    }
}

TEST_CASE("a picture is decoded from base64 with escaped slashes", "[device]")
{
    const std::string escaped =
        R"({"value" : "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M\/QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "sessionId" : null})";
    const auto picture = picture_in(escaped);
    REQUIRE(picture);
    CHECK(picture->size == screen::pixel_size{1, 1});
    CHECK(picture->data->size() == 70);
}

TEST_CASE("what is no picture is a failed capture", "[device]")
{
    for (const auto* body :
         {"", "{}", "nonsense", R"({"value" : null})", R"({"value" : ""})", R"({"value" : "abc"})",
          R"({"value" : "!!!!"})", R"({"value" : "aGVsbG8gd29ybGQhISEhISEhISEhISEh"})",
          R"({"value" : 5})"}) {
        const auto picture = picture_in(body);
        REQUIRE_FALSE(picture);
        CHECK(picture.error().phone == device::reached::nothing);
        CHECK(picture.error().what == device::problem::capture);
    }
}

TEST_CASE("answers that are nested without end are read to a depth", "[device]")
{
    const std::string deep(200'000, '[');
    CHECK_FALSE(device::wda::parse_envelope({.status = 200, .body = R"({"value" : )" + deep}));
    const auto closed = deep + std::string(deep.size(), ']');
    CHECK(device::wda::parse_envelope(
        device::wda::response{.status = 200, .body = R"({"value" : )" + closed + "}"}));
}

} // namespace thimble::tests
