// Commands and keys as a person types them.
#include "tests/daemon/debug_forms/typed_action.hpp"

namespace thimble::daemon {

TEST_CASE("commands are typed by their names in the REST contract", "[daemon]")
{
    CHECK(action_of("lock") == link::action(link::lock{}));
    CHECK(action_of("spotlight") == link::action(link::spotlight{}));
    CHECK(action_of("app-switcher") == link::action(link::app_switcher{}));
    CHECK(action_of("control-center") == link::action(link::control_center{}));
    CHECK(action_of("notification-center") == link::action(link::notification_center{}));
    CHECK(action_of("escape") == link::action(link::escape{}));
    CHECK(action_of("volume-up") == link::action(link::volume_up{}));
    CHECK(action_of("volume-down") == link::action(link::volume_down{}));
    CHECK(action_of("siri") == link::action(link::siri{}));
    CHECK(action_of("action-button") == link::action(link::action_button{}));
}

TEST_CASE("unlock says where its passcode comes from", "[daemon]")
{
    for (const bool reads : {false, true}) {
        const auto unlock = typed(reads ? "unlock -" : "unlock");
        CHECK(unlock.what == link::action(link::unlock{}));
        CHECK(unlock.file.empty());
        CHECK(unlock.reads_passcode == reads);
    }
}

TEST_CASE("a passcode on a command line is refused, and repeated in no error", "[daemon]")
{
    for (const auto* text : {"unlock 2580", "unlock 2580 2580", "unlock - 2580",
                             R"(batch [{"action": "unlock", "passcode": "2580"}])"})
        CHECK_FALSE(error_of(text).contains("2580"));
    CHECK(error_of("unlock 2580").contains("THIMBLE_PASSCODE"));
    CHECK(error_of(R"(batch [{"action": "unlock", "passcode": "2580"}])").contains("unlock -"));
}

TEST_CASE("only unlock takes the passcode that comes beside it", "[daemon]")
{
    debug_action home = typed("home");
    add_passcode(home, "2580");
    CHECK(home == debug_action(typed("home")));
    debug_action unlock = typed("unlock");
    add_passcode(unlock, "2580");
    CHECK(std::get<phone_action>(unlock).what == link::action(link::unlock{.passcode = "2580"}));
    debug_action phones = list_phones{};
    add_passcode(phones, "2580");
    CHECK(phones == debug_action(list_phones{}));
}

TEST_CASE("a key is typed with its modifiers before it", "[daemon]")
{
    CHECK(action_of("keypress enter") ==
          link::action(link::keypress{.key = "enter", .modifiers = {}}));
    CHECK(action_of("keypress arrow_up 12") ==
          link::action(link::keypress{.key = "arrow_up", .modifiers = {}, .repeat = 12}));
    CHECK(action_of("keypress command+shift+z") ==
          link::action(link::keypress{
              .key = "z", .modifiers = {link::modifier::command, link::modifier::shift}}));
    CHECK(error_of("keypress f13").find("arrow_up") != std::string::npos);
    CHECK(error_of("keypress hyper+a").find("'hyper'") != std::string::npos);
    CHECK(error_of("keypress a 101").find("REPEAT") != std::string::npos);
    CHECK(error_of("keypress command+").find("no key") != std::string::npos);
}

TEST_CASE("an app is ended by its bundle id", "[daemon]")
{
    CHECK(action_of("terminate-app com.apple.mobilenotes") ==
          link::action(link::terminate_app{.bundle_id = "com.apple.mobilenotes"}));
    CHECK(error_of("terminate-app").contains("terminate-app BUNDLE_ID"));
}

TEST_CASE("the interface is turned by the name of an orientation", "[daemon]")
{
    CHECK(action_of("rotate landscape_left") ==
          link::action(link::rotate{.to = screen::orientation::landscape_left}));
    CHECK(error_of("rotate sideways").find("upside_down") != std::string::npos);
}

} // namespace thimble::daemon
