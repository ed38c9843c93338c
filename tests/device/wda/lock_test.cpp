// The runner's answers about the lock, and which of them are failures.
#include "tests/device/wda/driver_fixture.hpp"

#include <boost/asio/co_spawn.hpp>
#include <nlohmann/json.hpp>

#include <utility>

namespace thimble::tests {
namespace {

device::result<void> wake(driver_fixture& phone)
{
    return run_until_done(phone.context, phone.driver.lock().wake());
}

const std::string power_event = "POST /session/" + session_id + "/wda/performIoHidEvent";

device::result<void> lock(driver_fixture& phone)
{
    return run_until_done(phone.context, phone.driver.lock().lock());
}

} // namespace

TEST_CASE("locking and asking for it need no session", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST /wda/lock", value("null", ""));
    CHECK(run_until_done(phone.context, phone.driver.lock().locked()) == false);
    REQUIRE(run_until_done(phone.context, phone.driver.lock().lock()));
    CHECK(phone.runner.lines() == std::vector<std::string>{"GET /wda/locked", "POST /wda/lock"});
    CHECK(phone.suspicions > 0); // the phone is looked at again
}

TEST_CASE("a runner that has told of no lock is not believed over lockdownd", "[device]")
{
    driver_fixture phone;
    const auto ask = [&] { return run_until_done(phone.context, phone.driver.lock().locked()); };
    phone.passcode_wanted = true;
    CHECK(ask() == true);
    CHECK(phone.driver.locked() == true);
    CHECK_FALSE(phone.driver.knows_of_locks());
    phone.passcode_wanted = false; // it has been opened
    CHECK(ask() == false);

    phone.runner.on("GET /wda/locked", value("true"));
    CHECK(ask() == true);
    CHECK(phone.driver.knows_of_locks());
    const auto asked = phone.passcode_questions;
    phone.passcode_wanted = true; // what lockdownd says is old by now
    phone.runner.on("GET /wda/locked", value("false"));
    CHECK(ask() == false);
    CHECK(phone.passcode_questions == asked);

    phone.runner.listen(false);
    phone.runner.drop_connections();
    run_until_done(phone.context, phone.driver.probe());
    phone.runner.listen(true); // another one
    CHECK(ask() == true);
}

TEST_CASE("a phone is woken whose runner has missed the lock", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST /wda/unlock", value("null"));
    phone.runner.on(power_event, value("null"));
    phone.passcode_wanted = true;
    REQUIRE(run_until_done(phone.context, phone.driver.lock().locked()) == true);
    REQUIRE(wake(phone));
    CHECK(phone.runner.count("POST /wda/unlock") == 0);
    REQUIRE(phone.runner.count(power_event) == 1);
    CHECK(nlohmann::json::parse(phone.runner.log().back().body).at("usage") == 0x40);
    phone.passcode_wanted = false;
    REQUIRE(run_until_done(phone.context, phone.driver.lock().locked()) == false);
    REQUIRE(wake(phone));
    CHECK(phone.runner.count("POST /wda/unlock") == 1);
}

TEST_CASE("what is heard of the lock is known at once, and news is told", "[device]")
{
    driver_fixture phone;
    const auto ask = [&] { return run_until_done(phone.context, phone.driver.lock().locked()); };
    REQUIRE(ask() == false);
    CHECK(phone.driver.locked() == false);
    const auto told = phone.suspicions;
    REQUIRE(ask() == false);
    CHECK(phone.suspicions == told);
    phone.runner.on("GET /wda/locked", value("true"));
    REQUIRE(ask() == true);
    CHECK(phone.driver.locked() == true);
    CHECK(phone.suspicions == told + 1);
}

TEST_CASE("an answer that was overtaken does not undo what is known of the lock", "[device]")
{
    driver_fixture phone;
    const std::string question = "GET /wda/locked";
    bool overtaken = false;
    phone.runner.when_asked(question, [&] {
        if (std::exchange(overtaken, true))
            return;
        // A second question, on the other connection, is answered before this one.
        phone.runner.on(question, value("false"));
        bool answered = false;
        boost::asio::co_spawn(phone.context, phone.driver.lock().locked(),
                              [&](const std::exception_ptr&, const device::result<bool>& said) {
                                  answered = true;
                                  CHECK(said == false);
                              });
        for (int turn = 0; !answered && turn < 1000; ++turn)
            phone.context.run_one_for(std::chrono::milliseconds(20));
        CHECK(answered);
        phone.runner.on(question, value("true"));
    });
    REQUIRE(run_until_done(phone.context, phone.driver.touches().play(tap_at(1, 1), upright)));
    run_until_done(phone.context, [](device::wda::driver& driver) -> boost::asio::awaitable<bool> {
        co_await driver.look_between_inputs();
        co_return true;
    }(phone.driver));
    CHECK(phone.runner.count(question) == 2);
    CHECK(phone.driver.locked() == false);
}

TEST_CASE("a runner that does not say whether the phone is locked is told of", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET /wda/locked", value("\"maybe\""));
    const auto locked = run_until_done(phone.context, phone.driver.lock().locked());
    REQUIRE_FALSE(locked);
    CHECK(locked.error().cause == "malformed_answer");
}

TEST_CASE("a phone that the runner does not lock is locked by its power button", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST /wda/lock", error(408, "timeout", "Timed out while waiting"));
    phone.runner.on(power_event, value("null", session_id));
    REQUIRE(lock(phone));
    CHECK(phone.runner.count(power_event) == 1);
    const auto pressed = nlohmann::json::parse(phone.runner.log().back().body);
    CHECK(pressed == nlohmann::json{{"page", 12}, {"usage", 0x30}, {"duration", 0.5}});
}

TEST_CASE("the power button is not pressed unless the phone is seen to be open", "[device]")
{
    driver_fixture phone;
    phone.runner.on(power_event, value("null", session_id));
    phone.runner.on("POST /wda/lock", error(500, "unknown error", "Timed out"));
    phone.runner.on("GET /wda/locked", value("true")); // later than the runner has waited
    CHECK(lock(phone));
    phone.runner.on("GET /wda/locked", error(500, "unknown error"));
    CHECK_FALSE(lock(phone));
    phone.runner.on("GET /wda/locked", value("false"));
    phone.runner.on("POST /wda/lock", {.status = 0, .body = "", .how = answered::manner::hang_up});
    CHECK_FALSE(lock(phone)); // whether it was pressed is not known
    CHECK(phone.runner.count(power_event) == 0);
}

TEST_CASE("a power button that fails leaves the lock button pressed", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST /wda/lock", error(408, "timeout", "Timed out while waiting"));
    phone.runner.on(power_event, error(404, "unknown command"));
    const auto locked = lock(phone);
    REQUIRE_FALSE(locked);
    CHECK(locked.error().phone == device::reached::perhaps);
}

TEST_CASE("a lock screen that stays is no failure of waking the phone", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST /wda/unlock", error(500, "unknown error", "Timed out"));
    CHECK(wake(phone));
    phone.runner.on("POST /wda/unlock", error(408, "timeout"));
    CHECK(wake(phone));
    CHECK(phone.runner.count("POST /wda/unlock") == 2);
}

TEST_CASE("a runner that has gone is a failure of waking the phone", "[device]")
{
    driver_fixture phone;
    phone.runner.listen(false);
    const auto woken = wake(phone);
    REQUIRE_FALSE(woken);
    CHECK(woken.error().cause == "runner_not_running");
    CHECK(woken.error().phone == device::reached::nothing);
}

} // namespace thimble::tests
