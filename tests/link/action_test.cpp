#include "link/command.hpp"
#include "tests/catch2.hpp"

namespace thimble { // the C library has a function named link

TEST_CASE("an action knows its name and its lane", "[link]")
{
    CHECK(link::name_of(link::tap{}) == "tap");
    CHECK(link::lane_of(link::tap{}) == link::lane::input);
    CHECK(link::name_of(link::screenshot{}) == "screenshot");
    CHECK(link::lane_of(link::screenshot{}) == link::lane::frames);
    CHECK(link::lane_of(link::select{}) == link::lane::reads);
}

TEST_CASE("a touch is known by its name, wherever it is", "[link]")
{
    for (const auto* name : {"tap", "double-tap", "triple-tap", "tap-and-hold", "flick", "pan",
                             "drag", "hold-and-drag", "pinch", "tap-select", "drag-select",
                             "tap-ref", "pan-ref", "hold-and-drag-ref"}) {
        INFO(name);
        CHECK(link::names_touch(name));
    }
    for (const auto* name : {"", "ta", "taps", "home", "batch", "type-ref", "screenshot", "find"}) {
        INFO(name);
        CHECK_FALSE(link::names_touch(name));
    }
}

TEST_CASE("directions and outcomes have the names of the contract", "[link]")
{
    for (const char* name : {"up", "down", "left", "right"}) {
        const auto parsed = link::parse_direction(name);
        REQUIRE(parsed);
        CHECK(to_string(*parsed) == name);
    }
    CHECK_FALSE(link::parse_direction("UP"));
    CHECK(to_string(link::outcome::not_sent) == "not_sent");
}

TEST_CASE("an action knows whether it is at a place", "[link]")
{
    CHECK(link::has_coordinates(link::tap{}));
    CHECK(link::has_coordinates(link::hold_and_drag{}));
    CHECK_FALSE(link::has_coordinates(link::home{}));
    CHECK_FALSE(link::has_coordinates(link::touch_element{}));
    CHECK(link::has_coordinates(link::batch{.steps = {link::home{}, link::tap{}}}));
    CHECK_FALSE(link::has_coordinates(link::batch{.steps = {link::home{}}}));
}

TEST_CASE("a batch takes as long as its steps together", "[link]")
{
    using std::chrono::milliseconds;
    const link::batch steps{.steps = {link::tap_and_hold{.duration = milliseconds(700)},
                                      link::hold_and_drag{.hold = milliseconds(300)},
                                      link::home{}}};
    CHECK(link::duration_of(steps) == milliseconds(1000));
}

} // namespace thimble
