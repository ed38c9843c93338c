#include "tests/virtualphone/os/handset.hpp"

using nlohmann::json;
using thimble::tests::handset;
using thimble::tests::notes_app;
namespace vp = thimble::virtualphone;

namespace {

constexpr auto shortcuts_app = "com.apple.shortcuts";

struct shortcuts_in_hand : handset {
    using handset::handset;

    json state() const { return state_of(shortcuts_app); }
    std::string note() const { return state_of(notes_app).at("text").get<std::string>(); }
    void run(const std::string& rest)
    {
        INFO(rest);
        REQUIRE(os.open_url("shortcuts://run-shortcut?" + rest, now));
    }
};

} // namespace

TEST_CASE("a tap runs a shortcut of the library", "[virtualphone]")
{
    for (const auto* model : {"iPhone SE 2", "iPhone 15 Pro", "iPad 9"})
        for (const auto way : {vp::turned::portrait, vp::turned::landscape_left}) {
            INFO(model << " " << vp::to_string(way));
            shortcuts_in_hand phone(model);
            phone.os.rotate_device(way, phone.now);
            phone.os.launch(shortcuts_app, phone.now);
            for (const auto* name : {"Add note", "Set clipboard", "Ask", "Log weight", "Über mich"})
                CHECK(phone.find("Button", name));
            phone.choose("Button", "Open Maps");
            CHECK(phone.os.front_app() == "com.apple.Maps");
            CHECK(phone.state().at("last") == "Open Maps");
            CHECK(phone.state().at("input").is_null());
            CHECK(phone.state().at("runs") == 1);
        }
}

TEST_CASE("an address runs a shortcut with its input", "[virtualphone]")
{
    shortcuts_in_hand phone;
    phone.run("name=Add%20note&input=text&text=first%20%26%20best");
    phone.run("name=Log%20weight&input=text&text=70");
    CHECK(phone.note() == "first & best\nWeight: 70");
    CHECK(phone.os.front_app() == notes_app);
    phone.run("name=Set%20clipboard&input=text&text=%C3%BC%0A");
    CHECK(phone.os.clipboard() == "ü\n");
    CHECK(phone.os.front_app() == shortcuts_app);
    phone.run("name=%C3%9Cber%20mich");
    CHECK(phone.os.front_app() == "com.apple.mobilesafari");
    CHECK(phone.state().at("last") == "Über mich");
    CHECK(phone.state().at("runs") == 4);
}

TEST_CASE("a shortcut takes the clipboard once that is allowed", "[virtualphone]")
{
    shortcuts_in_hand phone;
    phone.os.set_clipboard("from elsewhere", phone.now);
    phone.run("name=Add%20note&input=clipboard");
    REQUIRE(phone.os.alert());
    CHECK(phone.state().at("runs") == 0);
    phone.choose("Button", "Allow Paste");
    CHECK(phone.note() == "from elsewhere");
    CHECK(phone.state().at("input") == "from elsewhere");
}

TEST_CASE("Ask asks", "[virtualphone]")
{
    shortcuts_in_hand phone;
    phone.run("name=Ask&input=text&text=Ready%3F");
    REQUIRE(phone.os.alert());
    CHECK(phone.os.alert()->title == "Ready?");
    phone.choose("Button", "Done");
    CHECK_FALSE(phone.os.alert());
}

TEST_CASE("a shortcut that is not in the library cannot be found", "[virtualphone]")
{
    shortcuts_in_hand phone;
    phone.run("name=Fly");
    REQUIRE(phone.os.alert());
    CHECK(phone.os.alert()->title == "The shortcut “Fly” could not be found.");
    phone.choose("Button", "OK");
    CHECK(phone.state().at("runs") == 0);
}

TEST_CASE("an address that runs nothing only opens Shortcuts", "[virtualphone]")
{
    for (const auto* url : {"shortcuts://", "shortcuts:", "shortcuts://gallery",
                            "shortcuts://run-shortcut?name=%zz"}) {
        INFO(url);
        shortcuts_in_hand phone;
        CHECK(phone.os.open_url(url, phone.now));
        CHECK(phone.os.front_app() == shortcuts_app);
        CHECK_FALSE(phone.os.alert());
        CHECK(phone.state().at("runs") == 0);
    }
}
