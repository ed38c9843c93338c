// A phone that is not used is asked for little, and for an alert when one may have come.
#include "tests/device/wda/driver_fixture.hpp"

namespace thimble::tests {
namespace {

using device::wda::runner_state;

const std::string black_pixel =
    R"("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")";
const std::string red_pixel =
    R"("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4zyAAAAMRARDLz4fsAAAAAElFTkSuQmCC")";

/// A whole look, by which the phone is known.
void know(driver_fixture& phone)
{
    phone.runner.on("GET /screenshot", value(black_pixel, session_id));
    REQUIRE(run_until_done(phone.context, phone.driver.probe()).complete);
}

void ask_what_is_due(driver_fixture& phone)
{
    run_until_done(phone.context, [](device::wda::driver& driver) -> boost::asio::awaitable<bool> {
        co_await driver.look_between_inputs();
        co_return true;
    }(phone.driver));
}

device::wda::runner_report look_briefly(driver_fixture& phone)
{
    return run_until_done(phone.context, phone.driver.probe(device::wda::look_depth::brief));
}

/// The questions to the runner since then.
std::vector<std::string> asked_since(const driver_fixture& phone, std::size_t before)
{
    const auto all = phone.runner.lines();
    return {all.begin() + static_cast<std::ptrdiff_t>(before), all.end()};
}

} // namespace

TEST_CASE("a brief look asks one thing that a busy runner has to answer", "[device]")
{
    const auto [version, questions] =
        GENERATE(std::pair(std::string("16.12.9"),
                           std::vector<std::string>{"GET /status", "GET /wda/locked"}),
                 std::pair(std::string("9.15.3"), std::vector<std::string>{"GET /wda/locked"}));
    driver_fixture phone;
    phone.orientation_number = 1;
    phone.runner.on("GET /status", status_of(version));
    know(phone);
    for (int looks = 0; looks < 3; ++looks) {
        const auto before = phone.runner.log().size();
        const auto seen = look_briefly(phone);
        CHECK(seen.state == runner_state::answering);
        CHECK(seen.complete);
        CHECK(asked_since(phone, before) == questions);
    }
    phone.runner.on("GET /wda/locked", value("true", session_id));
    look_briefly(phone);
    CHECK(phone.driver.locked() == true);
}

TEST_CASE("a brief look sees that the runner has died, whatever it asks", "[device]")
{
    driver_fixture phone;
    phone.orientation_number = 1;
    phone.runner.on("GET /status", status_of(GENERATE("16.12.9", "9.15.3")));
    know(phone);
    if (GENERATE(false, true)) // an alert is asked for next
        REQUIRE(run_until_done(phone.context, phone.driver.touches().play(tap_at(1, 1), upright)));
    REQUIRE(look_briefly(phone).state == runner_state::answering);
    phone.runner.listen(false);
    phone.runner.drop_connections();
    CHECK(look_briefly(phone).state == runner_state::refused);
}

TEST_CASE("a brief look sees that the interface has turned", "[device]")
{
    driver_fixture phone;
    const bool has_service = GENERATE(true, false);
    if (has_service)
        phone.orientation_number = 1;
    know(phone);
    phone.runner.on("GET /window/size", value(R"({"width" : 852, "height" : 393})", session_id));
    phone.runner.on("GET /rotation", value(R"({"x" : 0, "y" : 0, "z" : 90})", session_id));
    if (has_service)
        phone.orientation_number = 3;
    look_briefly(phone);
    look_briefly(phone);
    CHECK(phone.driver.interface()->turned == screen::orientation::landscape_right);
}

TEST_CASE("an alert is asked for after a change, and else rarely", "[device]")
{
    using device::wda::alert_timing;
    using std::chrono::milliseconds;
    const alert_timing::clock::time_point start{};
    const auto at = [&](int ms) { return start + milliseconds(ms); };
    alert_timing timing({});
    CHECK(timing.due(at(0)));
    timing.asked(at(0));
    CHECK_FALSE(timing.due(at(29'999)));
    CHECK(timing.due(at(30'000)));
    timing.changed(at(10'000));
    CHECK_FALSE(timing.due(at(10'600))); // not at rest
    timing.changed(at(10'500));
    CHECK_FALSE(timing.due(at(11'100)));
    CHECK(timing.due(at(11'200)));
    timing.asked(at(11'200));
    CHECK_FALSE(timing.due(at(20'000)));
    timing.changed(at(12'000));
    CHECK_FALSE(timing.due(at(16'100))); // too soon after the last one
    CHECK(timing.due(at(16'200)));
    timing.changed(at(16'300));
    timing.asked(at(16'400)); // the change goes on
    CHECK(timing.due(at(21'400)));
}

TEST_CASE("a picture that stays the same gives no cause to ask for an alert", "[device]")
{
    driver_fixture phone;
    know(phone);
    REQUIRE(run_until_done(phone.context, phone.driver.frames().capture()));
    CHECK_FALSE(phone.driver.look_due());
    phone.runner.on("GET /screenshot", value(red_pixel, session_id));
    REQUIRE(run_until_done(phone.context, phone.driver.frames().capture()));
    CHECK(phone.driver.look_due());
    ask_what_is_due(phone);
    CHECK_FALSE(phone.driver.look_due());
}

TEST_CASE("an alert that somebody asks for is known from then on", "[device]")
{
    driver_fixture phone;
    know(phone);
    phone.runner.on("GET /alert/text", value(R"("Update")", session_id));
    const auto before = phone.suspicions;
    REQUIRE(run_until_done(phone.context, phone.driver.alerts().read()));
    CHECK(phone.driver.alert().has_value());
    CHECK(phone.suspicions > before);
}

} // namespace thimble::tests
