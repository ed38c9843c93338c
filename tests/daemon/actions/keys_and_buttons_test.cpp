// Keys, buttons and turning.
#include "gesture/keys.hpp"
#include "tests/daemon/actions/command_fixture.hpp"

namespace thimble::daemon {

TEST_CASE_METHOD(command_fixture,
                 "a key is pressed as often as asked, with its modifiers",
                 "[daemon]")
{
    REQUIRE(perform(link::keypress{.key = "arrow_down",
                                   .modifiers = {link::modifier::shift, link::modifier::command},
                                   .repeat = 100}));
    const device::key_stroke stroke{.usage = 0x51,
                                    .modifiers = gesture::shift_bit | gesture::command_bit};
    CHECK(phone->log.strokes == std::vector(100, stroke));
}

TEST_CASE_METHOD(command_fixture,
                 "a key that fails after others leaves the outcome open",
                 "[daemon]")
{
    phone->is.keys_fail = device::failure{.what = device::problem::unsupported,
                                          .phone = device::reached::nothing,
                                          .message = "no",
                                          .cause = {}};
    const auto why = refused(link::keypress{.key = "a", .modifiers = {}, .repeat = 3});
    CHECK(why.outcome == link::outcome::unknown);
    CHECK(phone->log.strokes.size() == 1);
}

TEST_CASE_METHOD(command_fixture, "an unknown key is refused before any is pressed", "[daemon]")
{
    CHECK(refused(link::keypress{.key = "f13", .modifiers = {}}).why.code == "INVALID_ARGUMENT");
    CHECK(phone->log.strokes.empty());
}

TEST_CASE_METHOD(command_fixture, "volume, Siri and the action button are pressed once", "[daemon]")
{
    CHECK(verified(link::volume_up{}) == std::nullopt);
    CHECK(verified(link::volume_down{}) == std::nullopt);
    CHECK(verified(link::siri{}) == std::nullopt);
    CHECK(verified(link::action_button{}) == std::nullopt);
    CHECK(phone->log.buttons == std::vector{device::button::volume_up, device::button::volume_down,
                                            device::button::siri, device::button::action});
}

TEST_CASE_METHOD(command_fixture,
                 "a button that the phone lacks is an unsupported action",
                 "[daemon]")
{
    phone->failing = device::failure{.what = device::problem::unsupported,
                                     .phone = device::reached::nothing,
                                     .message = "This phone does not have the button.",
                                     .cause = "button_missing"};
    const auto why = refused(link::action_button{});
    CHECK(why.why.code == "UNSUPPORTED_ACTION");
    CHECK(why.why.context.at("capability") == "action-button");
    CHECK(why.outcome == link::outcome::not_sent);
}

TEST_CASE_METHOD(command_fixture, "a button that hardware lacks is not asked for", "[daemon]")
{
    phone->offered.erase(device::capability::action_button);
    const auto why = refused(link::action_button{});
    CHECK(why.why.code == "UNSUPPORTED_ACTION");
    CHECK(why.why.context.at("capability") == "action-button");
    CHECK(phone->log.buttons.empty());
}

TEST_CASE_METHOD(command_fixture, "the interface is turned", "[daemon]")
{
    CHECK(verified(link::rotate{.to = screen::orientation::landscape_left}) == true);
    CHECK(phone->log.turns == std::vector{screen::orientation::landscape_left});
}

TEST_CASE_METHOD(command_fixture, "an app that refuses to turn is named", "[daemon]")
{
    phone->is.turning_fails = device::failure{.what = device::problem::refused,
                                              .phone = device::reached::all,
                                              .message = "The app in front does not turn.",
                                              .cause = "app_refuses"};
    const link::rotate what{.to = screen::orientation::upside_down};
    CHECK(cause_of(refused(what)) == "ACTION_FAILED app_refuses");
    phone->is.alert = device::alert{.text = "Hello", .buttons = {"OK"}};
    CHECK(cause_of(refused(what)) == "ACTION_FAILED alert_in_front");
}

} // namespace thimble::daemon
