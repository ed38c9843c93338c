// The surfaces of the system: shown once, looked for, and named when they do not show.
#include "daemon/actions/screen_state/state.hpp"
#include "tests/daemon/actions/command_fixture.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

namespace thimble::daemon {

namespace {

struct surface_case {
    link::action what;
    const char* identifier;
    const char* cause;
};

surface_case each_surface()
{
    return GENERATE(
        surface_case{link::control_center{}, "ControlCenterView", "control_center_not_shown"},
        surface_case{link::notification_center{}, "lockscreen-date-view",
                     "notification_center_not_shown"},
        surface_case{link::spotlight{}, "SpotlightSearchField", "spotlight_not_shown"},
        surface_case{link::app_switcher{}, "AppSwitcherContentView", "app_switcher_not_shown"});
}

const device::alert question{.text = "Update now?", .buttons = {"Later", "Now"}};

} // namespace

TEST_CASE_METHOD(command_fixture, "a surface that is shown already is not asked for", "[daemon]")
{
    const auto of = each_surface();
    phone->is.surface = of.identifier;
    CHECK(verified(of.what) == true);
    CHECK(phone->played.empty());
    CHECK(phone->log.buttons.empty());
}

TEST_CASE_METHOD(command_fixture, "a surface is swiped for once and seen", "[daemon]")
{
    const auto of = each_surface();
    phone->when_pressed = [&] { phone->is.app = "com.apple.springboard"; };
    phone->when_swiped = [&] { phone->is.surface = of.identifier; };
    CHECK(verified(of.what) == true);
    CHECK(phone->played.size() == 1);
}

TEST_CASE_METHOD(command_fixture, "a surface is swiped for although the screen turns", "[daemon]")
{
    phone->is.turns_under_fingers = 3;
    phone->when_swiped = [&] { phone->is.surface = "ControlCenterView"; };
    CHECK(verified(link::control_center{}) == true);
    CHECK(phone->played.size() == 1);
}

TEST_CASE_METHOD(command_fixture, "a screen that turns for ever is not swiped", "[daemon]")
{
    phone->is.turns_under_fingers = 1000;
    const auto why = refused(link::control_center{});
    CHECK(why.why.code == "STALE_FRAME");
    CHECK(why.outcome == link::outcome::not_sent);
    CHECK(phone->played.empty());
    CHECK(phone->is.turns_under_fingers == 995);
}

TEST_CASE_METHOD(command_fixture, "a surface that does not show is a failure", "[daemon]")
{
    const auto of = each_surface();
    const auto why = refused(of.what);
    CHECK(cause_of(why) == std::string("ACTION_FAILED ") + of.cause);
    CHECK(why.outcome == link::outcome::done);
    CHECK(phone->played.size() == 1);
    CHECK(phone->log.drags.size() ==
          (of.identifier == std::string("SpotlightSearchField") ? 0 : 1));
}

TEST_CASE_METHOD(command_fixture,
                 "a swipe that is seen to have no effect is made as a native drag",
                 "[daemon]")
{
    const auto of = each_surface();
    if (of.identifier == std::string("SpotlightSearchField"))
        return; // which is no swipe from an edge
    phone->when_dragged = [&] { phone->is.surface = of.identifier; };
    CHECK(verified(of.what) == true);
    REQUIRE(phone->log.drags.size() == 1);
    const auto& drag = phone->log.drags.front();
    const auto& swiped = phone->played.front().contacts.front().samples;
    CHECK(drag.from == swiped.front().where);
    CHECK(drag.to == swiped.back().where);
    CHECK(drag.press.count() > 0);
    CHECK(drag.velocity > 100);
    CHECK((drag.rest.count() > 0) == (of.identifier == std::string("AppSwitcherContentView")));
}

TEST_CASE_METHOD(command_fixture, "a native drag is made although the screen turns", "[daemon]")
{
    phone->is.turns_under_drags = 3;
    phone->when_dragged = [&] { phone->is.surface = "ControlCenterView"; };
    CHECK(verified(link::control_center{}) == true);
    CHECK(phone->log.drags.size() == 1);
}

TEST_CASE_METHOD(command_fixture, "a swipe that may have had an effect is not dragged", "[daemon]")
{
    SECTION("it has gone home")
    {
        phone->when_swiped = [&] { phone->is.app = "com.apple.springboard"; };
    }
    SECTION("it has opened something else")
    {
        phone->when_swiped = [&] { phone->is.surface = "lockscreen-date-view"; };
    }
    SECTION("an alert is in front")
    {
        phone->is.alert = question;
    }
    CHECK_FALSE(perform(link::control_center{}));
    CHECK(phone->log.drags.empty());
}

TEST_CASE_METHOD(command_fixture, "nothing is dragged where nobody can see", "[daemon]")
{
    phone->when_swiped = [&] { phone->is.has_tree = false; };
    CHECK(verified(link::control_center{}) == std::nullopt);
    CHECK(phone->log.drags.empty());
}

TEST_CASE_METHOD(command_fixture,
                 "a swipe that has only closed a surface is made again",
                 "[daemon]")
{
    phone->is.surface = "SpotlightSearchField";
    phone->when_swiped = [&] {
        phone->is.surface = phone->is.surface.empty() ? "AppSwitcherContentView" : "";
    };
    CHECK(verified(link::app_switcher{}) == true);
    CHECK(phone->played.size() == 2);
}

TEST_CASE_METHOD(command_fixture, "a surface that stays is pushed away for another", "[daemon]")
{
    phone->is.surface = "ControlCenterView";
    phone->when_swiped = [&] { // from the top it does not go
        const auto samples = phone->played.back().contacts.front().samples;
        if (samples.back().where.y < samples.front().where.y)
            phone->is.surface.clear();
        else if (phone->is.surface.empty())
            phone->is.surface = "lockscreen-date-view";
    };
    CHECK(verified(link::notification_center{}) == true);
    CHECK(phone->played.size() == 3); // from the top, away, and from the top again
}

TEST_CASE_METHOD(command_fixture, "a swipe is not made a third time", "[daemon]")
{
    phone->is.surface = "SpotlightSearchField";
    phone->when_swiped = [&] { phone->is.surface.clear(); };
    CHECK(cause_of(refused(link::app_switcher{})) == "ACTION_FAILED app_switcher_not_shown");
    CHECK(phone->played.size() == 2);
}

TEST_CASE_METHOD(command_fixture, "a swipe with another effect is not made again", "[daemon]")
{
    phone->is.surface = "SpotlightSearchField";
    phone->when_swiped = [&] { phone->is.surface = "ControlCenterView"; };
    CHECK(cause_of(refused(link::app_switcher{})) == "ACTION_FAILED app_switcher_not_shown");
    CHECK(phone->played.size() == 1);
    phone->is.surface = "SpotlightSearchField";
    phone->when_swiped = [&] { phone->is.has_tree = false; }; // nor one whose effect is unknown
    CHECK(verified(link::app_switcher{}) == std::nullopt);
    CHECK(phone->played.size() == 2);
}

TEST_CASE_METHOD(command_fixture, "an alert that is in the way is named", "[daemon]")
{
    phone->is.alert = question;
    const auto why = refused(link::control_center{});
    CHECK(cause_of(why) == "ACTION_FAILED alert_in_front");
    CHECK(why.why.context.at("alert") ==
          nlohmann::json{{"text", "Update now?"}, {"buttons", {"Later", "Now"}}});
}

TEST_CASE_METHOD(command_fixture, "a phone that cannot be asked is believed", "[daemon]")
{
    phone->is.has_tree = false;
    CHECK(verified(each_surface().what) == std::nullopt);
}

TEST_CASE_METHOD(command_fixture, "an unseen surface is pushed away for another", "[daemon]")
{
    phone->is.has_tree = false;
    CHECK(verified(link::control_center{}) == std::nullopt);
    CHECK(phone->played.size() == 1);
    CHECK(verified(link::notification_center{}) == std::nullopt);
    CHECK(phone->played.size() == 3); // away, and from the top
    CHECK(verified(link::notification_center{}) == std::nullopt);
    CHECK(phone->played.size() == 4); // it may not have come
}

TEST_CASE_METHOD(command_fixture, "an unseen surface is left until another input", "[daemon]")
{
    phone->is.has_tree = false;
    CHECK(verified(link::control_center{}) == std::nullopt);
    CHECK(verified(link::escape{}) == std::nullopt);
    CHECK(phone->played.size() == 2);
    CHECK(verified(link::escape{}) == std::nullopt); // in an app a swipe would leave that
    CHECK(phone->played.size() == 2);
    CHECK(verified(link::control_center{}) == std::nullopt);
    CHECK(perform(link::keypress{.key = "a", .modifiers = {}}));
    CHECK(verified(link::escape{}) == std::nullopt);
    CHECK(phone->played.size() == 3);
}

TEST_CASE_METHOD(command_fixture, "home is pressed once more over an unseen surface", "[daemon]")
{
    phone->is.has_tree = false;
    CHECK(verified(link::control_center{}) == std::nullopt);
    phone->when_pressed = [&] {
        if (phone->log.buttons.size() == 2) // the first has closed no more than Control Center
            phone->is.app = "com.apple.springboard";
    };
    CHECK(verified(link::home{}) == true);
    CHECK(phone->log.buttons.size() == 2);
    CHECK(verified(link::home{}) == true);
    CHECK(phone->log.buttons.size() == 3);
}

TEST_CASE_METHOD(command_fixture, "a home button is pressed twice for the app switcher", "[daemon]")
{
    phone->told.product_type = "iPhone12,8";
    phone->when_pressed = [&] { phone->is.surface = "AppSwitcherContentView"; };
    CHECK(verified(link::app_switcher{}) == true);
    CHECK(phone->log.buttons == std::vector<device::button>(2, device::button::home_button));
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(
    command_fixture,
    "the app behind a surface is not swiped in for Spotlight on a phone with a home button",
    "[daemon]")
{
    phone->told.product_type = "iPhone12,8";
    phone->is.surface = "ControlCenterView";
    phone->when_pressed = [&] {
        if (phone->is.surface.empty())
            phone->is.app = "com.apple.springboard";
        phone->is.surface.clear();
    };
    std::vector<std::string> swiped_in;
    phone->when_swiped = [&] {
        swiped_in.push_back(phone->is.app);
        phone->is.surface = "SpotlightSearchField";
    };
    CHECK(verified(link::spotlight{}) == true);
    CHECK(swiped_in == std::vector<std::string>{"com.apple.springboard"});
}

TEST_CASE_METHOD(command_fixture, "escape is a key, and a swipe for what stays", "[daemon]")
{
    phone->is.surface = "SpotlightSearchField"; // goes by the key
    CHECK(verified(link::escape{}) == true);
    CHECK(phone->log.strokes.size() == 1);
    CHECK(phone->played.empty());
    phone->is.surface = "ControlCenterView"; // does not
    phone->when_swiped = [&] { phone->is.surface.clear(); };
    CHECK(verified(link::escape{}) == true);
    CHECK(phone->played.size() == 1);
}

TEST_CASE_METHOD(command_fixture, "a surface that escape does not leave is told of", "[daemon]")
{
    phone->is.surface = "ControlCenterView";
    CHECK(cause_of(refused(link::escape{})) == "ACTION_FAILED surface_stays");
    CHECK(phone->played.size() == 1);
    CHECK(phone->log.drags.size() == 1);
    phone->when_dragged = [&] { phone->is.surface.clear(); };
    CHECK(verified(link::escape{}) == true);
}

TEST_CASE_METHOD(command_fixture,
                 "a swipe that is refused leaves what was pressed before it",
                 "[daemon]")
{
    SECTION("escape")
    {
        phone->is.surface = "ControlCenterView";
        phone->is.turns_under_fingers = 1000;
        CHECK(refused(link::escape{}).outcome == link::outcome::unknown);
        CHECK(phone->log.strokes.size() == 1);
    }
    SECTION("home")
    {
        phone->is.turns_under_fingers = 1000;
        CHECK(refused(link::spotlight{}).outcome == link::outcome::unknown);
        CHECK(phone->log.buttons.size() == 1);
    }
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(command_fixture, "surfaces are looked for in the system's own trees", "[daemon]")
{
    phone->is.surface_tree = "com.apple.springboard";
    phone->when_swiped = [&] { phone->is.surface = "ControlCenterView"; };
    CHECK(verified(link::control_center{}) == true);
    phone->is.surface.clear();
    phone->is.surface_tree = "com.apple.Spotlight";
    phone->when_pressed = [&] { phone->is.app = "com.apple.springboard"; };
    phone->when_swiped = [&] { phone->is.surface = "SpotlightSearchField"; };
    CHECK(verified(link::spotlight{}) == true);
}

TEST_CASE("a tree that takes long to read is read as rarely", "[daemon]")
{
    using std::chrono::steady_clock;
    constexpr std::chrono::milliseconds reading{300};
    boost::asio::io_context context;
    boost::asio::co_spawn(context, pause_between_questions(reading), boost::asio::detached);
    const auto began = steady_clock::now();
    context.run();
    CHECK(steady_clock::now() - began >= reading);
}

} // namespace thimble::daemon
