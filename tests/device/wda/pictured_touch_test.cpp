// A touch on a phone that was pictured just now does not wait for the size of the app's window.
#include "tests/device/wda/driver_fixture.hpp"

namespace thimble::tests {
namespace {

const std::string play_path = "POST " + actions_target;

/// A picture of one pixel, which is as wide as it is high: portrait.
const std::string portrait_pixel =
    R"("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")";

/// Two pixels side by side: landscape.
const std::string landscape_pixels =
    R"("iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR42mMQUDAAIgACZwDBTBoccQAAAABJRU5ErkJggg==")";

device::result<void> play_tap(driver_fixture& phone)
{
    return run_until_done(phone.context, phone.driver.touches().play(tap_at(100, 200), upright));
}

/// A phone whose home screen's service says how it stands, and that was pictured just now.
struct pictured_fixture : driver_fixture {
    explicit pictured_fixture(std::chrono::milliseconds fresh_picture = std::chrono::minutes(1))
        : driver_fixture(std::chrono::seconds(20), std::chrono::minutes(1), fresh_picture)
    {
        orientation_number = 1;
        REQUIRE(play_tap(*this));
        runner.on("GET /screenshot", value(portrait_pixel, session_id));
        REQUIRE(run_until_done(context, driver.frames().capture()));
    }

    int window_questions() const { return runner.count("GET /window/size"); }
};

} // namespace

TEST_CASE_METHOD(pictured_fixture,
                 "a phone that was just pictured is not asked for its size",
                 "[device]")
{
    const auto before = window_questions();
    const auto statuses = runner.count("GET /status");
    REQUIRE(play_tap(*this));
    CHECK(window_questions() == before);
    CHECK(runner.count("GET /status") == statuses);
    CHECK(runner.count(play_path) == 2);
}

TEST_CASE_METHOD(pictured_fixture, "an iPad's window is asked for before each touch", "[device]")
{
    runner.on("GET /status", value(R"({"ready" : true, "device" : "ipad"})", session_id));
    REQUIRE(run_until_done(context, driver.probe()).complete);
    REQUIRE(run_until_done(context, driver.frames().capture()));
    const auto before = window_questions();
    REQUIRE(play_tap(*this));
    CHECK(window_questions() == before + 1); // it may have been moved since
}

TEST_CASE_METHOD(pictured_fixture,
                 "an orientation that no picture confirms is not believed",
                 "[device]")
{
    orientation_number =
        GENERATE(std::optional<int>(3), std::optional<int>(4), std::optional<int>());
    const auto before = window_questions();
    REQUIRE(play_tap(*this));
    CHECK(window_questions() == before + 1);
}

TEST_CASE("a size that a tap has just read serves the next one", "[device]")
{
    driver_fixture phone;
    phone.orientation_number = 1;
    REQUIRE(play_tap(phone));
    const auto before = phone.runner.count("GET /window/size");
    REQUIRE(play_tap(phone));
    CHECK(phone.runner.count("GET /window/size") == before);
    CHECK(phone.runner.count(play_path) == 2);
}

TEST_CASE("a size that a tap has just read is not believed after a turn", "[device]")
{
    driver_fixture phone;
    phone.orientation_number = 1;
    REQUIRE(play_tap(phone));
    phone.orientation_number = 3;
    const auto before = phone.runner.count("GET /window/size");
    REQUIRE(play_tap(phone));
    CHECK(phone.runner.count("GET /window/size") == before + 1);
}

TEST_CASE("a picture that is too old confirms nothing", "[device]")
{
    CHECK(device::wda::runner_options{}.fresh_sight == std::chrono::seconds(2));
    pictured_fixture phone(std::chrono::milliseconds(0));
    const auto before = phone.window_questions();
    REQUIRE(play_tap(phone));
    CHECK(phone.window_questions() == before + 1);
}

TEST_CASE_METHOD(pictured_fixture,
                 "a picture of another shape than what is known confirms nothing",
                 "[device]")
{
    runner.on("GET /screenshot", value(landscape_pixels, session_id));
    runner.on("GET /window/size", error(500, "unknown error")); // so the turn stays unknown
    REQUIRE(run_until_done(context, driver.frames().capture()));
    runner.on("GET /window/size", value(R"({"width" : 852, "height" : 393})", session_id));
    runner.on("GET /rotation", value(R"({"x" : 0, "y" : 0, "z" : 90})", session_id));
    orientation_number = 3;
    const auto played = play_tap(*this);
    REQUIRE_FALSE(played);
    CHECK(played.error().what == device::problem::stale_frame);
    CHECK(runner.count(play_path) == 1);
}

TEST_CASE_METHOD(pictured_fixture,
                 "a picture that is forgotten meanwhile confirms nothing",
                 "[device]")
{
    when_orientation_asked = [this]() -> boost::asio::awaitable<void> {
        runner.listen(false);
        runner.drop_connections();
        co_await driver.probe(); // the runner has gone
        runner.listen(true);
    };
    const auto before = window_questions();
    run_until_done(context, [](device::touch_player& touches) -> boost::asio::awaitable<bool> {
        co_await touches.look_ahead();
        co_return true;
    }(driver.touches()));
    CHECK(window_questions() == before + 1);
}

TEST_CASE_METHOD(pictured_fixture, "a session that was replaced is joined all the same", "[device]")
{
    const std::string other = "99999999-2222-3333-4444-555555555555";
    runner.on(play_path, error(404, "invalid session id", "Session does not exist"));
    runner.on("GET /status", status_of("16.12.9", other));
    runner.on("POST /session/" + other + "/appium/settings", value("{}", other));
    runner.on("POST /session/" + other + "/actions", value("null", other));
    REQUIRE(play_tap(*this));
    CHECK(runner.count("POST /session") == 0);
    CHECK(runner.count("POST /session/" + other + "/actions") == 1);
}

} // namespace thimble::tests
