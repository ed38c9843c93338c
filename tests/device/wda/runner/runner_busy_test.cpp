// A runner that is busy is told from one that hangs, and one that is too old from both.
#include "tests/device/wda/driver_fixture.hpp"

#include <boost/asio/co_spawn.hpp>

#include <chrono>
#include <memory>

namespace thimble::tests {
namespace {

using device::wda::runner_state;

const answered never_answered{.status = 0, .body = {}, .how = answered::manner::silence};
const std::string post_settings = "POST " + session_path + "/appium/settings";

device::wda::runner_report look_at(driver_fixture& phone)
{
    phone.runner.on("GET /screenshot", error(500, "unknown error"));
    return run_until_done(phone.context, phone.driver.probe());
}

/// True if what was begun beside the test has ended: outlives both.
using end_mark = std::shared_ptr<bool>;

/// Runs the context until that has ended.
bool until_ended(driver_fixture& phone, const end_mark& ended)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    phone.context.restart();
    while (!*ended && std::chrono::steady_clock::now() < deadline)
        phone.context.run_one_for(std::chrono::milliseconds(20));
    return *ended;
}

/// A tap that the phone plays until the connections are dropped.
struct endless_tap {
    explicit endless_tap(driver_fixture& of) : phone(of)
    {
        phone.runner.on("POST " + actions_target, never_answered);
        const auto before = phone.runner.log().size();
        boost::asio::co_spawn(phone.context, phone.driver.touches().play(tap_at(1, 1), upright),
                              [ended = ended](const std::exception_ptr&,
                                              const device::result<void>&) { *ended = true; });
        for (int turn = 0; phone.runner.log().size() < before + 2 && turn < 1000; ++turn)
            phone.context.run_one_for(std::chrono::milliseconds(20));
    }
    endless_tap(const endless_tap&) = delete;
    endless_tap& operator=(const endless_tap&) = delete;
    ~endless_tap()
    {
        phone.runner.drop_connections();
        until_ended(phone, ended);
    }

    driver_fixture& phone;
    end_mark ended = std::make_shared<bool>(false);
};

} // namespace

TEST_CASE("the runner's version is known, and the limits of its looks are set by it", "[device]")
{
    driver_fixture phone;
    look_at(phone);
    CHECK(phone.driver.version() == "16.12.9");
    const auto settings_of = [](driver_fixture& of) {
        for (const auto& each : of.runner.log())
            if (each.method + " " + each.target == post_settings)
                return nlohmann::json::parse(each.body).at("settings");
        return nlohmann::json();
    };
    CHECK(settings_of(phone).at("snapshotMaxDepth") == 60);
    CHECK(settings_of(phone).at("accessibilityDeadline") == 10);
    driver_fixture older;
    older.runner.on("GET /status", status_of("16.7.0"));
    look_at(older);
    CHECK(settings_of(older).at("snapshotMaxDepth") == 60);
    CHECK_FALSE(settings_of(older).contains("accessibilityDeadline"));
}

TEST_CASE("versions are compared by their numbers", "[device]")
{
    using device::wda::parse_runner_version;
    using version = device::wda::runner_version;
    CHECK(parse_runner_version("16.7.3") == version{16, 7, 3});
    CHECK(parse_runner_version("16.10") == version{16, 10, 0});
    CHECK(parse_runner_version("17.0.0-beta.1") == version{17, 0, 0});
    CHECK(parse_runner_version("9.15.3") < parse_runner_version("16.0.0"));
    for (const auto* nonsense : {"", "x", "1.x", "-1.0", "99999.0", "1..2"})
        CHECK_FALSE(parse_runner_version(nonsense));
}

TEST_CASE("a runner that is too old is asked for nothing else", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET /status", status_of("5.9.0"));
    CHECK(look_at(phone).state == runner_state::too_old);
    CHECK(phone.driver.version() == "5.9.0");
    CHECK(phone.runner.lines() == std::vector<std::string>{"GET /status"});
    phone.runner.on("GET /status", status_of("5.10.1"));
    CHECK(look_at(phone).state == runner_state::answering);
}

TEST_CASE("nothing is asked while a command is under way", "[device]")
{
    driver_fixture phone;
    REQUIRE(look_at(phone).complete);
    const endless_tap tap(phone);
    const auto before = phone.runner.log().size();
    const auto seen = look_at(phone);
    CHECK(seen.state == runner_state::answering);
    CHECK_FALSE(seen.complete);
    CHECK(phone.runner.log().size() == before);
}

TEST_CASE("a runner that queues its answers is given the time of a command", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET /status", status_of("9.15.3"));
    REQUIRE(look_at(phone).complete);
    phone.runner.on("GET /status", never_answered);
    for (int looks = 0; looks < 3; ++looks) {
        const auto seen = look_at(phone);
        CHECK(seen.state == runner_state::answering);
        CHECK_FALSE(seen.sure);
    }
    phone.runner.on("GET /status", status_of("9.15.3"));
    CHECK(look_at(phone).complete);
}

TEST_CASE("a runner that is silent for longer than that hangs", "[device]")
{
    driver_fixture phone(std::chrono::seconds(20), std::chrono::milliseconds(0));
    phone.runner.on("GET /status", status_of("9.15.3"));
    REQUIRE(look_at(phone).complete);
    phone.runner.on("GET /status", never_answered);
    CHECK(look_at(phone).state == runner_state::silent);
}

TEST_CASE("a runner that has died and left its connection open is missed at once", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET /status", status_of("9.15.3"));
    REQUIRE(look_at(phone).complete);
    phone.runner.on("GET /status", never_answered);
    phone.runner.listen(false);
    CHECK(look_at(phone).state == runner_state::refused);
}

TEST_CASE("a runner that takes a picture is busy, and does not hang", "[device]")
{
    driver_fixture phone;
    REQUIRE(look_at(phone).complete);
    phone.runner.on("GET /status", never_answered);
    const auto look_during_picture = [&] {
        const auto ended = std::make_shared<bool>(false);
        phone.runner.on("GET /screenshot", never_answered);
        boost::asio::co_spawn(
            phone.context, phone.driver.frames().capture(),
            [ended](const std::exception_ptr&, const device::result<device::captured_frame>&) {
                *ended = true;
            });
        const auto seen = run_until_done(phone.context, phone.driver.probe());
        phone.runner.on("GET /screenshot",
                        error(500, "unknown error")); // what is read is asked again
        phone.runner.drop_connections();
        CHECK(until_ended(phone, ended));
        return seen.state;
    };
    for (int looks = 0; looks < 3; ++looks)
        CHECK(look_during_picture() == runner_state::answering);
}

TEST_CASE("no session is made while the phone is locked", "[device]")
{
    driver_fixture phone;
    phone.answer_all("");
    phone.runner.on("GET /wda/locked", value("true", ""));
    CHECK(look_at(phone).complete);
    CHECK(phone.runner.count("POST /session") == 0);
    phone.runner.on("GET /wda/locked", value("false", ""));
    CHECK(look_at(phone).complete);
    CHECK(phone.runner.count("POST /session") == 1);
}

TEST_CASE("a phone that was locked is locked while its runner is silent", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET /wda/locked", value("true", session_id));
    look_at(phone);
    phone.runner.on("GET /status", never_answered);
    look_at(phone);
    CHECK(look_at(phone).state == runner_state::silent);
    CHECK(phone.driver.locked() == true);
    phone.runner.listen(false);
    phone.runner.drop_connections();
    CHECK(look_at(phone).state == runner_state::refused);
    CHECK_FALSE(phone.driver.locked());
}

} // namespace thimble::tests
