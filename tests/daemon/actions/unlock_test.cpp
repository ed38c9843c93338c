// Locking and unlocking: what is asked for, what is tried once, and what is said of it.
#include "tests/daemon/actions/command_fixture.hpp"

namespace thimble::daemon {

namespace {

constexpr const char* secret = "2580";

/// Locked, with a passcode, on the lock screen; a swipe shows the keypad.
struct locked_fixture : command_fixture {
    locked_fixture()
    {
        phone->is.locked = true;
        phone->is.passcode = secret;
    }
};

} // namespace

TEST_CASE_METHOD(command_fixture, "an unlocked phone is not touched to unlock it", "[daemon]")
{
    CHECK(verified(link::unlock{.passcode = secret}) == true);
    CHECK(phone->log.wakes == 0);
    CHECK(phone->played.empty());
    CHECK(phone->log.strokes.empty());
}

TEST_CASE_METHOD(command_fixture, "a lock screen without a passcode is swiped away", "[daemon]")
{
    phone->is.locked = true;
    phone->when_swiped = [&] { phone->is.locked = false; };
    CHECK(verified(link::unlock{}) == true);
    CHECK(phone->log.wakes == 1);
    CHECK(phone->played.size() == 1);
}

TEST_CASE_METHOD(command_fixture, "a lock screen that waking opens is not swiped", "[daemon]")
{
    phone->is.locked = true;
    phone->when_pressed = [&] { phone->is.locked = false; };
    CHECK(verified(link::unlock{}) == true);
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(command_fixture, "of a lock that nobody tells the end is unknown", "[daemon]")
{
    phone->is.locked = true;
    phone->when_pressed = [&] { phone->is.tells_lock = false; };
    CHECK(verified(link::unlock{}) == std::nullopt);
    CHECK(phone->log.wakes == 1);
    CHECK(phone->played.size() == 1);
}

TEST_CASE_METHOD(command_fixture, "a phone that tells of no lock is left alone", "[daemon]")
{
    phone->is.tells_lock = false;
    CHECK(verified(link::unlock{.passcode = secret}) == std::nullopt);
    CHECK(phone->log.wakes == 0);
    CHECK(phone->played.empty());
    CHECK(phone->log.strokes.empty());
}

TEST_CASE_METHOD(command_fixture, "it is locked all the same", "[daemon]")
{
    phone->is.tells_lock = false;
    CHECK(verified(link::lock{}) == std::nullopt);
    CHECK(phone->log.locks == 1);
}

TEST_CASE_METHOD(command_fixture,
                 "the home button opens a lock screen that nobody sees",
                 "[daemon]")
{
    phone->told.product_type = "iPhone12,8";
    phone->is.locked = true;
    phone->is.has_tree = false;
    phone->when_pressed = [&] { phone->is.locked = phone->log.buttons.empty(); };
    CHECK(verified(link::unlock{}) == true);
    CHECK(phone->log.wakes == 1);
    CHECK(phone->log.buttons == std::vector{device::button::home_button});
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(locked_fixture, "the passcode is typed by its keys", "[daemon]")
{
    CHECK(verified(link::unlock{.passcode = secret}) == true);
    CHECK(phone->log.strokes.size() == 4);
    CHECK_FALSE(phone->is.locked);
}

TEST_CASE_METHOD(locked_fixture, "a phone with a home button is not swiped", "[daemon]")
{
    phone->told.product_type = "iPhone12,8";
    CHECK(verified(link::unlock{.passcode = secret}) == true);
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(locked_fixture, "a passcode that is asked for and not given is missed", "[daemon]")
{
    CHECK(cause_of(refused(link::unlock{})) == "ACTION_FAILED passcode_required");
    CHECK(phone->log.strokes.empty());
}

TEST_CASE_METHOD(locked_fixture, "a passcode is tapped on the keypad that shows", "[daemon]")
{
    phone->when_swiped = [&] { phone->is.passcode_field = phone->is.keypad = true; };
    CHECK(verified(link::unlock{.passcode = secret}) == true);
    CHECK(phone->played.size() == 1); // the swipe
    CHECK(phone->log.unrecorded_touches == 4);
    CHECK(phone->log.strokes.empty());
}

TEST_CASE_METHOD(locked_fixture, "a keypad that shows already is not swiped at", "[daemon]")
{
    phone->is.passcode_field = phone->is.keypad = true;
    CHECK(verified(link::unlock{.passcode = secret}) == true);
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(locked_fixture, "a passcode with letters goes by the keys", "[daemon]")
{
    phone->is.passcode = "a1b2";
    phone->is.passcode_field = phone->is.keypad = true;
    CHECK(verified(link::unlock{.passcode = "a1b2"}) == true);
    CHECK(phone->log.strokes.size() == 4);
    CHECK(phone->log.unrecorded_touches == 0);
}

TEST_CASE_METHOD(locked_fixture, "a passcode is not entered that the keys cannot end", "[daemon]")
{
    phone->is.passcode_field = true;
    phone->is.takes_modifiers = false;
    const auto why = refused(link::unlock{.passcode = "ab#D"});
    CHECK(cause_of(why) == "UNSUPPORTED_ACTION modifiers_unsupported");
    CHECK(why.why.message.starts_with("Nothing of the passcode was entered."));
    CHECK(why.why.message.find("ab#D") == std::string::npos);
    CHECK(phone->log.strokes.empty());
}

TEST_CASE_METHOD(locked_fixture, "a wrong passcode is tried once", "[daemon]")
{
    phone->is.passcode_field = true;
    phone->is.keypad = GENERATE(true, false);
    const auto why = refused(link::unlock{.passcode = "8642"});
    CHECK(cause_of(why) == "ACTION_FAILED passcode_wrong");
    CHECK(why.outcome == link::outcome::done);
    CHECK(phone->log.strokes.size() + static_cast<std::size_t>(phone->log.unrecorded_touches) == 4);
    CHECK(why.why.message.find("8642") == std::string::npos);
    CHECK(why.why.context.dump().find("8642") == std::string::npos);
}

TEST_CASE_METHOD(locked_fixture,
                 "a passcode whose fate is not seen is not called wrong",
                 "[daemon]")
{
    const auto why = refused(link::unlock{.passcode = "8642"}); // no field is to be seen
    CHECK(cause_of(why) == "ACTION_FAILED passcode_not_confirmed");
    CHECK(why.outcome == link::outcome::unknown);
    CHECK(phone->log.strokes.size() == 5); // with the enter key of a longer one
    CHECK(why.why.message.find("8642") == std::string::npos);
}

TEST_CASE_METHOD(locked_fixture, "a keypad that takes nothing does not make it wrong", "[daemon]")
{
    phone->is.passcode_field = phone->is.keypad = true;
    phone->is.passcode.clear(); // enter() does nothing
    const auto why = refused(link::unlock{.passcode = "8642"});
    CHECK(cause_of(why) == "ACTION_FAILED passcode_not_confirmed");
    CHECK(phone->log.unrecorded_touches == 4);
    CHECK(phone->log.strokes.empty()); // there is nothing to confirm
}

TEST_CASE_METHOD(locked_fixture, "a phone that takes no passcode is not given one", "[daemon]")
{
    phone->is.disabled = true;
    CHECK(cause_of(refused(link::unlock{.passcode = secret})) == "ACTION_FAILED device_disabled");
    CHECK(phone->log.strokes.empty());
}

TEST_CASE_METHOD(locked_fixture, "keys that fail half way leave the outcome open", "[daemon]")
{
    phone->is.keys_fail = device::failure{.what = device::problem::refused,
                                          .phone = device::reached::nothing,
                                          .message = "WebDriverAgent refused.",
                                          .cause = "connection_lost"};
    const auto why = refused(link::unlock{.passcode = secret});
    CHECK(why.outcome == link::outcome::unknown);
    CHECK(phone->log.strokes.size() == 1);
}

TEST_CASE_METHOD(locked_fixture, "characters on no key are refused before any touch", "[daemon]")
{
    const auto why = refused(link::unlock{.passcode = "caf\xC3\xA9"});
    CHECK(why.why.code == "INVALID_ARGUMENT");
    CHECK(why.outcome == link::outcome::not_sent);
    CHECK(phone->log.wakes == 0);
    CHECK(why.why.message.find("caf") == std::string::npos);
}

TEST_CASE_METHOD(command_fixture, "lock is pressed once and read back", "[daemon]")
{
    phone->when_pressed = [&] { phone->is.locked = true; };
    CHECK(verified(link::lock{}) == true);
    CHECK(phone->log.locks == 1);
    CHECK(verified(link::lock{}) == true); // it is locked already
    CHECK(phone->log.locks == 1);
}

TEST_CASE_METHOD(command_fixture, "a phone that does not lock is told of", "[daemon]")
{
    CHECK(cause_of(refused(link::lock{})) == "ACTION_FAILED not_locked");
    CHECK(phone->log.locks == 1);
}

} // namespace thimble::daemon
