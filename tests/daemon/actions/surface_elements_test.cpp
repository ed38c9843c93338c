// Elements while a surface of the system is in front that an action has opened.
#include "tests/daemon/actions/command_fixture.hpp"

#include <algorithm>
#include <cmath>

namespace thimble::daemon {

namespace {

const std::string front_tree; // of the app in front
const std::string system_tree = "com.apple.springboard";

/// Surfaces over an app, which are in the system's trees alone.
struct opened_fixture : command_fixture {
    void open(const link::action& what, const std::string& identifier, const std::string& tree)
    {
        phone->is.surface_tree = tree;
        phone->when_pressed = [this] { phone->is.app = "com.apple.springboard"; };
        phone->when_swiped = [this, identifier] { phone->is.surface = identifier; };
        REQUIRE(verified(what) == true);
        phone->when_swiped = [] {};
        phone->log.trees.clear();
    }

    void open_control_center() { open(link::control_center{}, "ControlCenterView", system_tree); }

    bool lists_switch()
    {
        const auto done = perform(link::elements{});
        REQUIRE(done);
        for (const auto& each : done->value.at("elements"))
            if (each.at("label") == "Wi-Fi")
                return true;
        return false;
    }
};

} // namespace

TEST_CASE_METHOD(opened_fixture, "what an opened surface shows is listed and touched", "[daemon]")
{
    SECTION("Control Center")
    {
        open_control_center();
    }
    SECTION("the notifications")
    {
        open(link::notification_center{}, "lockscreen-date-view", system_tree);
    }
    SECTION("the app switcher")
    {
        open(link::app_switcher{}, "AppSwitcherContentView", system_tree);
    }
    SECTION("Spotlight, which is an app of its own")
    {
        open(link::spotlight{}, "SpotlightSearchField", "com.apple.Spotlight");
    }
    SECTION("Spotlight in the system's tree")
    {
        open(link::spotlight{}, "SpotlightSearchField", system_tree);
    }
    CHECK(lists_switch());
    CHECK(lists_switch());
    const auto tapped =
        perform(link::touch_element{.selector = "Wi-Fi", .to_selector = {}, .what = link::tap{}});
    REQUIRE(tapped);
    const auto where = phone->played.back().contacts.front().samples.front().where;
    CHECK(std::abs(where.x - 120) < 1);
    CHECK(std::abs(where.y - 220) < 1);
    CHECK(std::ranges::count(phone->log.trees, front_tree) == 0);
}

TEST_CASE_METHOD(opened_fixture, "a surface that is seen to be gone is looked for once", "[daemon]")
{
    open_control_center();
    phone->is.surface.clear(); // a finger beside it has closed it
    CHECK_FALSE(lists_switch());
    CHECK(phone->log.trees == std::vector<std::string>{system_tree, front_tree});
    phone->log.trees.clear();
    CHECK_FALSE(lists_switch());
    CHECK(phone->log.trees == std::vector<std::string>{front_tree});
}

TEST_CASE_METHOD(opened_fixture, "a surface that an action has left is not looked for", "[daemon]")
{
    open_control_center();
    phone->when_swiped = [this] { phone->is.surface.clear(); };
    phone->when_pressed = [this] { phone->is.surface.clear(); };
    SECTION("escape")
    {
        REQUIRE(perform(link::escape{}));
    }
    SECTION("home")
    {
        phone->is.app = "com.apple.springboard";
        REQUIRE(perform(link::home{}));
    }
    phone->log.trees.clear();
    CHECK_FALSE(lists_switch());
    CHECK(phone->log.trees == std::vector<std::string>{front_tree});
}

TEST_CASE_METHOD(opened_fixture, "no tree but the app's is read before a surface opens", "[daemon]")
{
    phone->is.surface = "ControlCenterView"; // by a person's finger
    phone->is.surface_tree = system_tree;
    CHECK_FALSE(lists_switch());
    CHECK(phone->log.trees == std::vector<std::string>{front_tree});
    REQUIRE(verified(link::control_center{}) == true); // it is there already
    CHECK(lists_switch());
}

TEST_CASE_METHOD(opened_fixture, "a surface that cannot be asked for is not forgotten", "[daemon]")
{
    open_control_center();
    phone->is.system_tree_fails = device::failure{
        .what = device::problem::timed_out, .message = "No answer.", .cause = "runner_silent"};
    CHECK_FALSE(lists_switch());
    phone->is.system_tree_fails.reset();
    CHECK(lists_switch());
}

} // namespace thimble::daemon
