#include "tests/approx.hpp"
#include "tests/virtualphone/os/handset.hpp"

using thimble::tests::Approx;
using thimble::tests::handset;
using thimble::tests::settings_app;

namespace {

struct settings_in_hand : handset {
    settings_in_hand() { os.launch(settings_app, now); }

    double offset() const { return state_of(settings_app).at("offset").get<double>(); }
    std::string page() const { return state_of(settings_app).at("page").get<std::string>(); }
};

} // namespace

TEST_CASE("Settings follows the finger point by point once it has left the spot", "[virtualphone]")
{
    settings_in_hand phone;
    phone.stroke({.x = 200, .y = 600}, {.x = 200, .y = 450}, 400, 300);
    CHECK(phone.offset() == Approx(150));
    phone.wait(2000);
    CHECK(phone.offset() == Approx(150)); // it rested before it lifted: nothing coasts
}

TEST_CASE("Settings coasts after a flick and comes to rest", "[virtualphone]")
{
    settings_in_hand phone;
    phone.stroke({.x = 200, .y = 600}, {.x = 200, .y = 450}, 150);
    const double lifted = phone.offset();
    phone.wait(100);
    const double coasting = phone.offset();
    phone.wait(5000);
    const double rested = phone.offset();
    phone.wait(5000);
    CHECK(coasting > lifted + 50);
    CHECK(rested > coasting + 50);
    CHECK(phone.offset() == rested);
}

TEST_CASE("the picture counts as changed while the list coasts and not after", "[virtualphone]")
{
    settings_in_hand phone;
    phone.stroke({.x = 200, .y = 600}, {.x = 200, .y = 450}, 150);
    const auto lifted = phone.os.generation();
    phone.wait(50);
    const auto coasting = phone.os.generation();
    CHECK(coasting > lifted);
    phone.wait(10'000);
    const auto rested = phone.os.generation();
    phone.wait(10'000);
    CHECK(phone.os.generation() == rested);
}

TEST_CASE("a finger on a coasting list stops it and opens nothing", "[virtualphone]")
{
    settings_in_hand phone;
    phone.stroke({.x = 200, .y = 700}, {.x = 200, .y = 500}, 150);
    phone.wait(100);
    phone.tap({.x = 200, .y = 400});
    const double stopped = phone.offset();
    phone.wait(3000);
    CHECK(phone.offset() == stopped);
    CHECK(phone.page().empty());
}

TEST_CASE("the list ends", "[virtualphone]")
{
    settings_in_hand phone;
    for (int i = 0; i < 10; ++i) {
        phone.stroke({.x = 200, .y = 700}, {.x = 200, .y = 200}, 100);
        phone.wait(3000);
    }
    CHECK(phone.find("Cell", "Sketch"));
    const double end = phone.offset();
    phone.stroke({.x = 200, .y = 700}, {.x = 200, .y = 200}, 100);
    phone.wait(3000);
    CHECK(phone.offset() == end);
}

TEST_CASE("a row opens a page, and the button at the top leads back", "[virtualphone]")
{
    settings_in_hand phone;
    phone.choose("Cell", "General");
    CHECK(phone.page() == "General");
    phone.choose("Cell", "About");
    CHECK(phone.page() == "About");
    const auto version = phone.find("Cell", "iOS Version");
    REQUIRE(version);
    CHECK(version->value == "18.5");
    phone.choose("Button", "General");
    CHECK(phone.page() == "General");
    phone.choose("Button", "Settings");
    CHECK(phone.page().empty());
}

TEST_CASE("a switch is turned by a tap", "[virtualphone]")
{
    settings_in_hand phone;
    CHECK(phone.find("Switch", "Airplane Mode")->value == "0");
    phone.choose("Switch", "Airplane Mode");
    CHECK(phone.find("Switch", "Airplane Mode")->value == "1");
    phone.choose("Switch", "Airplane Mode");
    CHECK(phone.find("Switch", "Airplane Mode")->value == "0");
}

TEST_CASE("a row below the screen can be seen after scrolling to it", "[virtualphone]")
{
    settings_in_hand phone;
    CHECK_FALSE(phone.find("Cell", "Voice Memos"));
    for (int i = 0; i < 20 && !phone.find("Cell", "Voice Memos"); ++i)
        phone.stroke({.x = 200, .y = 700}, {.x = 200, .y = 500}, 300, 300);
    phone.choose("Cell", "Voice Memos");
    CHECK(phone.page() == "Voice Memos");
}
