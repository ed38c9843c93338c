#include "tests/catch2.hpp"
#include "virtualphone/os/model/model.hpp"
#include "virtualphone/os/operating_system.hpp"

using namespace thimble::virtualphone;

TEST_CASE("models are found by name, case and blanks aside", "[virtualphone]")
{
    REQUIRE(find_model("iPhone 15 Pro") != nullptr);
    CHECK(find_model("iphone15pro") == find_model("iPhone 15 Pro"));
    CHECK(find_model("iPhone 3G") == nullptr);
    CHECK(find_model("") == nullptr);
}

TEST_CASE("every panel is a whole number of points", "[virtualphone]")
{
    for (const auto& each : models()) {
        INFO(each.name);
        CHECK(each.width_px % each.scale == 0);
        CHECK(each.height_px % each.scale == 0);
    }
}

TEST_CASE("a version of iOS is found by its number or its major number", "[virtualphone]")
{
    REQUIRE(find_ios_profile("16") != nullptr);
    CHECK(find_ios_profile("16")->version == "16.7");
    CHECK(find_ios_profile("18.5") == find_ios_profile("18"));
    CHECK(find_ios_profile("18.4") == nullptr);
    CHECK(find_ios_profile("1") == nullptr);
    CHECK(find_ios_profile("") == nullptr);
}

TEST_CASE("screenshotr ends where personalised images begin", "[virtualphone]")
{
    for (const auto& each : ios_profiles()) {
        INFO(each.version);
        CHECK(each.screenshotr != each.personalized_image);
    }
}

TEST_CASE("orientations have names that can be read back", "[virtualphone]")
{
    for (const auto each :
         {turned::portrait, turned::landscape_left, turned::landscape_right, turned::upside_down})
        CHECK(parse_turned(to_string(each)) == each);
    CHECK_FALSE(parse_turned("sideways"));
}
