// Keys reach the phone once, in the words that its runner knows.
#include "device/wda/key_names.hpp"
#include "tests/device/driver_fixture.hpp"

#include <nlohmann/json.hpp>

namespace thimble::tests {
namespace {

using device::problem;
using nlohmann::json;

const std::string stroke_target = "/session/" + session_id + "/wda/element/0/keyboardInput";
const std::string hid_target = "/session/" + session_id + "/wda/performIoHidEvent";
constexpr device::key_stroke key_c{.usage = 0x06};
constexpr device::key_stroke command_shift_c{.usage = 0x06, .modifiers = 0b1010};

device::result<void> press(driver_fixture& phone, device::key_stroke what)
{
    return run_until_done(phone.context, phone.driver.keys().press(what));
}

json last_body(const driver_fixture& phone)
{
    return json::parse(phone.runner.log().back().body);
}

} // namespace

TEST_CASE("a key with modifiers is one stroke", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + stroke_target, value("null", session_id));
    REQUIRE(press(phone, command_shift_c));
    CHECK(phone.runner.count("POST " + stroke_target) == 1);
    CHECK(last_body(phone) == json{{"keys", {{{"key", "c"}, {"modifierFlags", 2 + 16}}}}});
}

TEST_CASE("before iOS 17 a plain key is a HID event, from the first refusal on", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + stroke_target, error(500, "unsupported operation"));
    phone.runner.on("POST " + hid_target, value("null", session_id));
    REQUIRE(press(phone, key_c));
    REQUIRE(press(phone, key_c));
    CHECK(phone.runner.count("POST " + stroke_target) == 1);
    CHECK(phone.runner.count("POST " + hid_target) == 2);
    CHECK(last_body(phone).at("page") == 7);
    CHECK(last_body(phone).at("usage") == 6);
}

TEST_CASE("before iOS 17 a key with modifiers is unsupported and not pressed", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + stroke_target, error(404, "unknown command"));
    const auto refused = press(phone, command_shift_c);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().what == problem::unsupported);
    CHECK(refused.error().cause == "modifiers_unsupported");
    CHECK(phone.runner.count("POST " + hid_target) == 0);
}

TEST_CASE("what the runner says of a key stands in no failure", "[device]")
{
    driver_fixture phone;
    phone.runner.on("POST " + stroke_target, error(500, "unknown error", "cannot type 'c'"));
    const auto refused = press(phone, key_c);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find("'c'") == std::string::npos);
    CHECK(refused.error().phone == device::reached::perhaps);
    CHECK(phone.runner.count("POST " + stroke_target) == 1);
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
