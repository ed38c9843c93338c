#include "tests/virtualphone/os/handset.hpp"

using nlohmann::json;
using thimble::tests::handset;
namespace vp = thimble::virtualphone;

namespace {

constexpr auto bundle_id = "com.apple.mobilesafari";

struct safari_in_hand : handset {
    explicit safari_in_hand(std::string_view model = "iPhone 15 Pro",
                            vp::turned way = vp::turned::portrait)
        : handset(model)
    {
        os.rotate_device(way, now);
        os.launch(bundle_id, now);
    }

    json state() const { return state_of(bundle_id); }
    std::string url() const { return state().at("url").get<std::string>(); }
    std::string alert_title() const { return os.alert() ? os.alert()->title : ""; }
    void enter(const std::string& line)
    {
        choose("TextField", "Address");
        REQUIRE(os.type(line + "\n", now));
    }
    void swipe_back(double from_x = 3, double ms = 150)
    {
        stroke({.x = from_x, .y = os.height_pt() / 2},
               {.x = from_x + os.width_pt() * 0.6, .y = os.height_pt() / 2 + 8}, ms, 0);
    }
};

} // namespace

TEST_CASE("Safari opens what is typed into its address bar", "[virtualphone]")
{
    for (const auto* model : {"iPhone SE 2", "iPhone 15 Pro", "iPad 9"})
        for (const auto way : {vp::turned::portrait, vp::turned::landscape_right}) {
            INFO(model << " " << vp::to_string(way));
            safari_in_hand phone(model, way);
            phone.choose("TextField", "Address");
            CHECK(phone.os.keyboard_shown());
            CHECK(phone.os.type("needles.example\n", phone.now));
            CHECK(phone.url() == "https://needles.example");
            CHECK_FALSE(phone.os.keyboard_shown());
            CHECK(phone.find("WebView", "needles.example"));
            CHECK(phone.find("TextField", "Address")->value == "https://needles.example");
            phone.enter("http://example.com/page/7"); // takes the place of what was there
            CHECK(phone.url() == "http://example.com/page/7");
            CHECK(phone.find("StaticText", "Page 7"));
            phone.enter("50% off?");
            CHECK(phone.url() == "https://search.example/?q=50%25%20off%3F");
            CHECK(phone.state().at("history").size() == 3);
        }
}

TEST_CASE("the return key of the keyboard on the screen opens the address", "[virtualphone]")
{
    safari_in_hand phone;
    phone.choose("TextField", "Address");
    phone.choose("Key", "q");
    phone.choose("Key", "return");
    CHECK(phone.url() == "https://search.example/?q=q");
}

TEST_CASE("escape leaves the address bar and keeps the page", "[virtualphone]")
{
    constexpr std::uint32_t escape = 0x29;
    safari_in_hand phone;
    phone.enter("example.com");
    phone.choose("TextField", "Address");
    phone.os.type("nonsense", phone.now);
    phone.os.key(escape, 0, true, phone.now);
    CHECK_FALSE(phone.os.keyboard_shown());
    CHECK(phone.find("TextField", "Address")->value == "https://example.com");
}

TEST_CASE("links lead on, and the button and a swipe from the edge lead back", "[virtualphone]")
{
    safari_in_hand phone;
    phone.choose("Link", "Example");
    phone.choose("Link", "Next page");
    phone.choose("Link", "Next page");
    CHECK(phone.url() == "https://example.com/page/3");
    phone.choose("Button", "Back");
    CHECK(phone.url() == "https://example.com/page/2");
    phone.swipe_back();
    CHECK(phone.url() == "https://example.com");
    phone.swipe_back(60); // begins too far from the edge
    CHECK(phone.url() == "https://example.com");
    phone.swipe_back();
    CHECK(phone.url().empty());
    CHECK(phone.state().at("history").empty());
    phone.swipe_back(); // there is nothing before the favourites
    CHECK(phone.os.front_app() == bundle_id);
}

TEST_CASE("a swipe from the edge that is pushed back stays on the page", "[virtualphone]")
{
    safari_in_hand phone;
    phone.choose("Link", "Example");
    phone.stroke({.x = 3, .y = 400}, {.x = 90, .y = 400}, 400, 300);
    CHECK(phone.url() == "https://example.com");
}

TEST_CASE("Settings goes back a page by a swipe from the edge", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.apple.Preferences", phone.now);
    phone.choose("Cell", "General");
    phone.choose("Cell", "About");
    phone.stroke({.x = 5, .y = 500}, {.x = 250, .y = 500}, 150);
    CHECK(phone.state_of("com.apple.Preferences").at("page") == "General");
}

TEST_CASE("a link into another app asks first", "[virtualphone]")
{
    safari_in_hand phone;
    phone.enter("example.com");
    phone.choose("Link", "Show on the map");
    CHECK(phone.alert_title() == "Open in “Maps”?");
    phone.choose("Button", "Cancel");
    CHECK(phone.os.front_app() == bundle_id);
    phone.choose("Link", "Write a note");
    CHECK(phone.alert_title() == "Open in “Notes”?");
    phone.choose("Button", "Open");
    CHECK(phone.os.front_app() == "com.apple.mobilenotes");
    CHECK(phone.state_of("com.apple.mobilenotes").at("text") == "example.com");
}

TEST_CASE("a link that no app opens is said to be invalid", "[virtualphone]")
{
    safari_in_hand phone;
    phone.enter("example.com");
    phone.choose("Link", "Call us");
    CHECK(phone.alert_title() == "Safari cannot open the page because the address is invalid.");
    phone.choose("Button", "OK");
    CHECK(phone.url() == "https://example.com");
}

TEST_CASE("an address from outside opens in the app whose it is", "[virtualphone]")
{
    handset phone;
    CHECK(phone.os.open_url("HTTPS://example.com/x", phone.now));
    CHECK(phone.os.front_app() == bundle_id);
    CHECK(phone.state_of(bundle_id).at("url") == "HTTPS://example.com/x");
    CHECK(phone.os.open_url("App-Prefs:root", phone.now));
    CHECK(phone.os.front_app() == "com.apple.Preferences");
    for (const auto* url : {"nobody://knows", "", "https", "://", "example.com"}) {
        INFO(url);
        CHECK_FALSE(phone.os.open_url(url, phone.now));
    }
    phone.os.lock(phone.now);
    CHECK_FALSE(phone.os.open_url("https://example.com/locked", phone.now));
    CHECK(phone.state_of(bundle_id).at("history").size() == 1);
}

TEST_CASE("Safari forgets the oldest pages of a long history", "[virtualphone]")
{
    handset phone;
    for (int i = 0; i < 105; ++i)
        phone.os.open_url("https://example.com/" + std::to_string(i), phone.now);
    const auto history = phone.state_of(bundle_id).at("history");
    CHECK(history.size() == 100);
    CHECK(history.front() == "https://example.com/5");
}
