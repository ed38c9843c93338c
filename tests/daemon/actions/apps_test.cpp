// Apps by bundle id and name, and addresses.
#include "tests/daemon/actions/performing.hpp"
#include "tests/daemon/written_phone.hpp"

namespace thimble::daemon {

namespace {

device::installed_app app(std::string bundle_id, std::string name)
{
    return {
        .bundle_id = std::move(bundle_id), .name = std::move(name), .version = "1", .system = true};
}

struct apps_fixture : performing<written_phone> {
    apps_fixture()
    {
        phone->installed = {app("com.apple.mobilenotes", "Notes"),
                            app("com.apple.Preferences", "Settings"),
                            app("org.example.cafe", "Café"), app("org.example.mail", "Mail.app")};
    }

    std::string open(const std::string& name)
    {
        const auto done = perform(link::open_app{.app_name = name});
        REQUIRE(done);
        CHECK(done->receipt->verified == true);
        CHECK(done->value.at("bundle_id") == phone->app);
        return phone->app;
    }
};

} // namespace

TEST_CASE_METHOD(apps_fixture, "apps are listed by name", "[daemon]")
{
    const auto done = perform(link::list_apps{});
    REQUIRE(done);
    const auto& apps = done->value.at("apps");
    REQUIRE(apps.size() == 4);
    CHECK(apps.at(0).at("name") == "Café");
    CHECK(apps.at(3) == nlohmann::json{{"name", "Settings"},
                                       {"bundle_id", "com.apple.Preferences"},
                                       {"version", "1"},
                                       {"type", "system"}});
}

TEST_CASE_METHOD(apps_fixture, "a bundle id is opened without reading the list", "[daemon]")
{
    CHECK(open("com.apple.mobilenotes") == "com.apple.mobilenotes");
    CHECK(phone->catalog_reads == 0);
    CHECK(phone->opened.size() == 1);
}

TEST_CASE_METHOD(apps_fixture, "a phone that has not told its apps yet is asked again", "[daemon]")
{
    phone->tells_apps = false;
    const auto by_name = perform(link::open_app{.app_name = "Settings"});
    REQUIRE(!by_name);
    CHECK(by_name.error().why.code == "PHONE_NOT_READY");
    CHECK(by_name.error().why.message.contains("lockdownd"));
    CHECK(by_name.error().outcome == link::outcome::not_sent);
    CHECK(!perform(link::list_apps{}));
    CHECK(open("com.apple.mobilenotes") == "com.apple.mobilenotes");
}

TEST_CASE_METHOD(apps_fixture, "a name is found in the list, accents and case aside", "[daemon]")
{
    CHECK(open("Settings") == "com.apple.Preferences");
    CHECK(open("cafe") == "org.example.cafe");
    CHECK(open("Note") == "com.apple.mobilenotes");
}

TEST_CASE_METHOD(apps_fixture, "a name that looks like a bundle id is a name after all", "[daemon]")
{
    CHECK(open("Mail.app") == "org.example.mail");
    CHECK(phone->opened == std::vector<std::string>{"Mail.app", "org.example.mail"});
}

TEST_CASE_METHOD(apps_fixture, "an app that is not there is not opened", "[daemon]")
{
    const auto why = refused(link::open_app{.app_name = "Nowhere"});
    CHECK(why.why.code == "APP_NOT_FOUND");
    CHECK(why.outcome == link::outcome::not_sent);
    CHECK(why.why.context.at("candidates").size() == 4);
    CHECK(phone->opened.empty());
}

TEST_CASE_METHOD(apps_fixture, "whoever asks is told which app is in front", "[daemon]")
{
    CHECK(perform(link::front_app{})->value == nlohmann::json{{"bundle_id", "com.example.app"}});
    open("Notes");
    CHECK(perform(link::front_app{})->value.at("bundle_id") == "com.apple.mobilenotes");
}

TEST_CASE_METHOD(apps_fixture, "an app that does not come to the front is told of", "[daemon]")
{
    phone->stays_in_front = "com.example.app";
    const auto why = refused(link::open_app{.app_name = "Notes"});
    CHECK(cause_of(why) == "ACTION_FAILED app_not_in_front");
    CHECK(why.outcome == link::outcome::done);
    CHECK(phone->opened.size() == 1);
}

TEST_CASE_METHOD(apps_fixture, "an address is opened, and one that is none is not", "[daemon]")
{
    REQUIRE(perform(link::open_url{.url = "https://example.com/a"}));
    CHECK(phone->opened == std::vector<std::string>{"https://example.com/a"});
    for (const auto* url : {"", "example.com", "https://", "file:///etc/passwd", "javascript:1"}) {
        INFO(url);
        CHECK(refused(link::open_url{.url = url}).why.code == "INVALID_ARGUMENT");
    }
    CHECK(phone->opened.size() == 1);
}

TEST_CASE_METHOD(apps_fixture,
                 "an address that no app opens is a failure of the action",
                 "[daemon]")
{
    phone->opening_fails = device::failure{.what = device::problem::refused,
                                           .phone = device::reached::all,
                                           .message = "No app of the phone opens this address.",
                                           .cause = "no_app_for_url"};
    const auto why = refused(link::open_url{.url = "nobody://knows"});
    CHECK(cause_of(why) == "ACTION_FAILED no_app_for_url");
    CHECK(phone->opened.size() == 1); // once
}

TEST_CASE_METHOD(apps_fixture, "a shortcut is an address with its name and input", "[daemon]")
{
    REQUIRE(perform(link::shortcut{.shortcut_name = "Über mich & Co", .input = {}}));
    REQUIRE(perform(link::shortcut{.shortcut_name = "Add", .input = "50% a=1\n"}));
    CHECK(phone->opened ==
          std::vector<std::string>{
              "shortcuts://run-shortcut?name=%C3%9Cber%20mich%20%26%20Co",
              "shortcuts://run-shortcut?name=Add&input=text&text=50%25%20a%3D1%0A"});
}

} // namespace thimble::daemon
