// Actions as a person types them.
#include "tests/daemon/debug_forms/typed_action.hpp"

namespace thimble::daemon {

TEST_CASE("actions are read with their arguments", "[daemon]")
{
    CHECK(action_of("tap 100 200") == link::action(link::tap{.x = 100, .y = 200}));
    CHECK(action_of("  tap\t100   200 ") == link::action(link::tap{.x = 100, .y = 200}));
    const link::action flick = link::flick{.x = 300, .y = 900, .towards = link::direction::up};
    CHECK(action_of("flick 300 900 up") == flick);
    CHECK(action_of("swipe 300 900 up") == flick);
    CHECK(action_of("home") == link::action(link::home{}));
    CHECK(std::holds_alternative<list_phones>(*parse_debug_action("phones")));
}

TEST_CASE("a screenshot has a file to go to", "[daemon]")
{
    CHECK(typed("screenshot out.png").file == "out.png");
}

TEST_CASE("what cannot be read is answered with how it is written", "[daemon]")
{
    CHECK(error_of("tap 100").find("tap X Y") != std::string::npos);
    CHECK(error_of("tap 1 2 3").find("tap X Y") != std::string::npos);
    CHECK(error_of("tap 1.5 2").find("'1.5'") != std::string::npos);
    CHECK(error_of("tap -1 2").find("'-1'") != std::string::npos);
    CHECK(error_of("tap 1 99999999999999999999").find("Y") != std::string::npos);
    CHECK(error_of("flick 1 2 sideways").find("up, down, left or right") != std::string::npos);
    CHECK(error_of("home now").find("home") != std::string::npos);
    CHECK(error_of("screenshot").find("FILE") != std::string::npos);
}

TEST_CASE("an unknown action is answered with those that there are", "[daemon]")
{
    for (const auto* text : {"", "   ", "dance 1 2"})
        for (const auto* name : {"tap", "flick", "home", "screenshot", "phones"})
            CHECK(error_of(text).find(name) != std::string::npos);
}

TEST_CASE("other words stand for actions", "[daemon]")
{
    CHECK(action_of("open Notes") == link::action(link::open_app{.app_name = "Notes"}));
    CHECK(action_of("open Field Notes") == link::action(link::open_app{.app_name = "Field Notes"}));
    CHECK(action_of("open https://example.com/a") == action_of("open-url https://example.com/a"));
    CHECK(action_of("open prefs:root") == action_of("open-url prefs:root"));
    CHECK(action_of("open Notes: mine") == action_of("open-app Notes: mine"));
    CHECK(action_of("press home") == link::action(link::home{}));
    CHECK(action_of("press volume-up") == link::action(link::volume_up{}));
    CHECK(action_of("press enter") == action_of("keypress enter"));
    CHECK(action_of("press command+a 2") == action_of("keypress command+a 2"));
    CHECK(error_of("press home 2").find("home") != std::string::npos);
    CHECK(error_of("press unlock").find("'unlock'") != std::string::npos);
    CHECK(error_of("press").find("keypress KEY") != std::string::npos);
    CHECK(error_of("open").find("open-app NAME") != std::string::npos);
}

} // namespace thimble::daemon
