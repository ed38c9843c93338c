// Keys reach the phone once, in the words that its runner knows.
#include "device/wda/key_names.hpp"
#include "tests/device/wda/driver_fixture.hpp"

#include <nlohmann/json.hpp>

namespace thimble::tests {
namespace {

using device::problem;
using nlohmann::json;

const std::string stroke_target = "/session/" + session_id + "/wda/element/0/keyboardInput";
const std::string typing_target = "/session/" + session_id + "/wda/keys";
const std::string hid_target = "/session/" + session_id + "/wda/performIoHidEvent";
constexpr device::key_stroke key_c{.usage = 0x06};
constexpr device::key_stroke key_up{.usage = 0x52};
constexpr device::key_stroke command_shift_c{.usage = 0x06, .modifiers = 0b1010};

constexpr device::key_stroke shift_c{.usage = 0x06, .modifiers = 0b0010};

device::result<void> press(driver_fixture& phone, device::key_stroke what)
{
    return run_until_done(phone.context, phone.driver.keys().press(what));
}

device::result<void> check(driver_fixture& phone, device::key_stroke what)
{
    return run_until_done(phone.context, phone.driver.keys().check(what));
}

/// A phone of this family, that takes keys in every way.
struct keys_fixture : driver_fixture {
    explicit keys_fixture(const std::string& family)
    {
        runner.on("GET /status",
                  value(R"({"ready" : true, "device" : ")" + family + "\"}", session_id));
        for (const auto& target : {stroke_target, typing_target, hid_target})
            runner.on("POST " + target, value("null", session_id));
    }
};

struct iphone_fixture : keys_fixture {
    iphone_fixture() : keys_fixture("iphone") {}
};

struct ipad_fixture : keys_fixture {
    ipad_fixture() : keys_fixture("ipad") {}
};

json last_body(const driver_fixture& phone)
{
    return json::parse(phone.runner.log().back().body);
}

} // namespace

TEST_CASE_METHOD(ipad_fixture, "a key with modifiers is one stroke on an iPad", "[device]")
{
    REQUIRE(press(*this, command_shift_c));
    CHECK(runner.count("POST " + stroke_target) == 1);
    CHECK(last_body(*this) == json{{"keys", {{{"key", "c"}, {"modifierFlags", 2 + 16}}}}});
}

TEST_CASE_METHOD(ipad_fixture, "a key without modifiers is a text on an iPad", "[device]")
{
    REQUIRE(press(*this, key_c));
    CHECK(last_body(*this) == json{{"keys", json::array({"c"})}});
    REQUIRE(press(*this, key_up));
    CHECK(last_body(*this) == json{{"keys", json::array({"XCUIKeyboardKeyUpArrow"})}});
}

TEST_CASE_METHOD(ipad_fixture, "a named key with modifiers tells which runner it needs", "[device]")
{
    runner.on("POST " + stroke_target, error(500, "unknown error", "no key"));
    const auto refused = press(*this, {.usage = 0x52, .modifiers = 0b1000});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.contains("16.12.3"));
    const auto plain = press(*this, key_up);
    REQUIRE_FALSE(plain);
    CHECK_FALSE(plain.error().message.contains("16.12.3"));
}

TEST_CASE_METHOD(ipad_fixture,
                 "a named key with modifiers is not sent to a runner that is known to be too old",
                 "[device]")
{
    const auto told = [&](const std::string& version) {
        runner.on("GET /status",
                  value(R"({"ready": true, "device": "ipad", "build": {"version": ")" + version +
                            R"("}})",
                        session_id));
    };
    constexpr device::key_stroke command_up{.usage = 0x52, .modifiers = 0b1000};
    told("16.12.2");
    const auto refused = press(*this, command_up);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().what == problem::unsupported);
    CHECK(refused.error().cause == "driver_too_old");
    CHECK(refused.error().message.contains("16.12.2"));
    CHECK(refused.error().phone == device::reached::nothing);
    REQUIRE(press(*this, command_shift_c));
    CHECK(runner.count("POST " + stroke_target) == 1);
    told("16.12.3");
    REQUIRE(press(*this, key_c)); // sees the new runner
    REQUIRE(press(*this, command_up));
}

TEST_CASE_METHOD(iphone_fixture, "a plain key is a HID event on an iPhone", "[device]")
{
    REQUIRE(press(*this, key_c));
    CHECK(last_body(*this).at("page") == 7);
    CHECK(last_body(*this).at("usage") == 6);
    REQUIRE(press(*this, key_up));
    CHECK(runner.count("POST " + hid_target) == 2);
    CHECK(runner.count("POST " + stroke_target) == 0);
}

TEST_CASE_METHOD(iphone_fixture, "the keys that edit a text are typed on an iPhone", "[device]")
{
    for (const auto& [usage, text] : {std::pair(0x28, "\n"), {0x2A, "\b"}, {0x2B, "\t"}}) {
        REQUIRE(press(*this, {.usage = static_cast<std::uint16_t>(usage)}));
        CHECK(last_body(*this).at("value") == json::array({text}));
    }
    CHECK(runner.count("POST " + typing_target) == 3);
    CHECK(runner.count("POST " + hid_target) == 0);
}

TEST_CASE_METHOD(iphone_fixture, "an editing key that is refused may have been typed", "[device]")
{
    runner.on("POST " + typing_target, error(400, "invalid element state"));
    const auto refused = press(*this, {.usage = 0x28});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().cause == "typing_failed");
    CHECK(refused.error().phone == device::reached::perhaps);
    CHECK(runner.count("POST " + typing_target) == 1);
}

TEST_CASE_METHOD(iphone_fixture, "a key with modifiers is not pressed on an iPhone", "[device]")
{
    const auto refused = press(*this, command_shift_c);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().what == problem::unsupported);
    CHECK(refused.error().cause == "modifiers_unsupported");
    CHECK(refused.error().phone == device::reached::nothing);
    CHECK(refused.error().message.contains("iPad")); // what would enable it
    CHECK(runner.lines() == std::vector<std::string>{"GET /status"});
}

TEST_CASE_METHOD(iphone_fixture, "an iPhone is known to take no modifiers before a key", "[device]")
{
    CHECK(check(*this, key_c));
    const auto refused = check(*this, shift_c);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().cause == "modifiers_unsupported");
    CHECK(runner.lines() == std::vector<std::string>{"GET /status"});
}

TEST_CASE_METHOD(ipad_fixture, "an iPad is asked for strokes by a stroke of no key", "[device]")
{
    const bool takes_them = GENERATE(true, false);
    if (!takes_them)
        runner.on("POST " + stroke_target, error(500, "unsupported operation"));
    CHECK(check(*this, shift_c).has_value() == takes_them);
    CHECK(last_body(*this) == json{{"keys", json::array()}});
    CHECK(check(*this, shift_c).has_value() == takes_them);
    CHECK(runner.count("POST " + stroke_target) == 1);
    CHECK(runner.count("POST " + hid_target) == 0);
}

TEST_CASE_METHOD(ipad_fixture, "an iPad that cannot be asked for strokes got no key", "[device]")
{
    runner.on("POST " + stroke_target, error(500, "unknown error"));
    const auto refused = check(*this, shift_c);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().phone == device::reached::nothing);
}

TEST_CASE("the kind of device is asked for once, and unknown ones are iPhones", "[device]")
{
    keys_fixture phone("watch");
    REQUIRE(press(phone, key_up));
    REQUIRE(press(phone, key_up));
    CHECK(phone.runner.count("POST " + hid_target) == 2);
    CHECK(phone.runner.count("GET /status") == 3); // and once before each command
}

TEST_CASE_METHOD(ipad_fixture,
                 "before iPadOS 17 a plain key is a HID event, from the first refusal on",
                 "[device]")
{
    runner.on("POST " + stroke_target, error(500, "unsupported operation"));
    REQUIRE(press(*this, key_c));
    REQUIRE(press(*this, key_c));
    CHECK(runner.count("POST " + stroke_target) == 1);
    CHECK(runner.count("POST " + hid_target) == 2);
    CHECK(last_body(*this).at("page") == 7);
    CHECK(last_body(*this).at("usage") == 6);
}

TEST_CASE_METHOD(ipad_fixture,
                 "an iPad without strokes is asked anew with another runner",
                 "[device]")
{
    run_until_done(context, driver.probe());
    runner.on("POST " + stroke_target, error(500, "unsupported operation"));
    REQUIRE(press(*this, key_c));
    runner.listen(false);
    runner.drop_connections();
    run_until_done(context, driver.probe());
    runner.listen(true);
    runner.on("POST " + stroke_target, value("null", session_id));
    REQUIRE(press(*this, key_c));
    CHECK(runner.count("POST " + stroke_target) == 2);
}

TEST_CASE_METHOD(ipad_fixture,
                 "before iPadOS 17 a key with modifiers is unsupported and not pressed",
                 "[device]")
{
    runner.on("POST " + stroke_target, error(404, "unknown command"));
    const auto refused = press(*this, command_shift_c);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().what == problem::unsupported);
    CHECK(refused.error().cause == "modifiers_unsupported");
    CHECK(runner.count("POST " + hid_target) == 0);
}

TEST_CASE_METHOD(ipad_fixture, "what the runner says of a key stands in no failure", "[device]")
{
    runner.on("POST " + stroke_target, error(500, "unknown error", "cannot type 'c'"));
    const auto refused = press(*this, key_c);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find("'c'") == std::string::npos);
    CHECK(refused.error().phone == device::reached::perhaps);
    CHECK(runner.count("POST " + stroke_target) == 1);
}

TEST_CASE("keys have XCTest's names", "[device]")
{
    using device::wda::key_name;
    CHECK(key_name(0x04) == "a");
    CHECK(key_name(0x27) == "0");
    CHECK(key_name(0x2D) == "-");
    CHECK(key_name(0x38) == "/");
    CHECK(key_name(0x28) == "XCUIKeyboardKeyReturn");
    CHECK(key_name(0x52) == "XCUIKeyboardKeyUpArrow");
    CHECK_FALSE(key_name(0x00));
    CHECK_FALSE(key_name(0x32));
    CHECK_FALSE(key_name(0x3A));
}

TEST_CASE("modifiers have XCTest's flags", "[device]")
{
    using device::wda::key_flags;
    CHECK(key_flags(0) == 0);
    CHECK(key_flags(0b0001) == 4);
    CHECK(key_flags(0b0010) == 2);
    CHECK(key_flags(0b0100) == 8);
    CHECK(key_flags(0b1000) == 16);
    CHECK(key_flags(0b1111) == 30);
}

} // namespace thimble::tests
