// Touch paths on the wire: these texts are the contract with WebDriverAgent.
#include "device/wda/actions.hpp"
#include "tests/catch2.hpp"

#include <nlohmann/json.hpp>

namespace thimble::tests {
namespace {

using device::wda::actions_of;
using nlohmann::json;
using std::chrono::milliseconds;

gesture::sample at(int ms, double x, double y)
{
    return {.at = milliseconds(ms), .where = {.x = x, .y = y}};
}

json finger(const char* id, json items)
{
    return {{"type", "pointer"},
            {"id", id},
            {"parameters", {{"pointerType", "touch"}}},
            {"actions", std::move(items)}};
}

json move(int ms, double x, double y)
{
    return {{"type", "pointerMove"}, {"duration", ms}, {"origin", "viewport"}, {"x", x}, {"y", y}};
}

json pause(int ms)
{
    return {{"type", "pause"}, {"duration", ms}};
}

const json down = {{"type", "pointerDown"}, {"button", 0}};
const json up = {{"type", "pointerUp"}, {"button", 0}};

} // namespace

TEST_CASE("a tap is a move without duration, down, a pause and up", "[device]")
{
    const gesture::touch_path tap{{{{at(0, 10.5, 20), at(50, 10.5, 20)}}}};
    CHECK(actions_of(tap) ==
          json{{"actions", {finger("finger1", {move(0, 10.5, 20), down, pause(50), up})}}});
}

TEST_CASE("a flick moves for exactly the time of its path", "[device]")
{
    const gesture::touch_path flick{{{{at(0, 100, 500), at(20, 100, 400), at(180, 100, 200)}}}};
    CHECK(actions_of(flick) ==
          json{{"actions",
                {finger("finger1",
                        {move(0, 100, 500), down, move(20, 100, 400), move(160, 100, 200), up})}}});
}

TEST_CASE("a rest before lifting is a pause", "[device]")
{
    const gesture::touch_path drag{{{{at(0, 1, 1), at(500, 1, 1), at(700, 9, 9), at(900, 9, 9)}}}};
    CHECK(actions_of(drag) == json{{"actions",
                                    {finger("finger1", {move(0, 1, 1), down, pause(500),
                                                        move(200, 9, 9), pause(200), up})}}});
}

TEST_CASE("contacts that overlap are different fingers", "[device]")
{
    const gesture::touch_path pinch{
        {{{at(0, 10, 10), at(100, 5, 5)}}, {{at(0, 20, 20), at(100, 25, 25)}}}};
    CHECK(actions_of(pinch) ==
          json{{"actions",
                {finger("finger1", {move(0, 10, 10), down, move(100, 5, 5), up}),
                 finger("finger2", {move(0, 20, 20), down, move(100, 25, 25), up})}}});
}

TEST_CASE("a finger that comes later is put down by a move that takes as long", "[device]")
{
    const gesture::touch_path late{
        {{{at(0, 10, 10), at(300, 10, 10)}}, {{at(100, 20, 20), at(200, 20, 20)}}}};
    CHECK(actions_of(late) ==
          json{{"actions",
                {finger("finger1", {move(0, 10, 10), down, pause(300), up}),
                 finger("finger2", {move(100, 20, 20), down, pause(100), up})}}});
}

TEST_CASE("contacts one after the other at one place are one finger, which is not moved",
          "[device]")
{
    const gesture::touch_path double_tap{
        {{{at(0, 10, 10), at(40, 10, 10)}}, {{at(120, 10, 10), at(160, 10, 10)}}}};
    CHECK(actions_of(double_tap) == json{{"actions",
                                          {finger("finger1", {move(0, 10, 10), down, pause(40), up,
                                                              pause(80), down, pause(40), up})}}});
}

TEST_CASE("no finger is moved after it has lifted", "[device]")
{
    const gesture::touch_path elsewhere{
        {{{at(0, 10, 10), at(40, 10, 10)}}, {{at(120, 12, 10), at(160, 12, 10)}}}};
    CHECK(actions_of(elsewhere) ==
          json{{"actions",
                {finger("finger1", {move(0, 10, 10), down, pause(40), up}),
                 finger("finger2", {move(120, 12, 10), down, pause(40), up})}}});
}

} // namespace thimble::tests
