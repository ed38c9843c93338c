// W3C actions become the touches that WebDriverAgent would synthesize.
#include "tests/catch2.hpp"
#include "virtualphone/wda/automation/actions.hpp"

#include <sstream>

using thimble::virtualphone::milliseconds;
using thimble::virtualphone::touch_phase;
namespace wda = thimble::virtualphone::wda;
using nlohmann::json;

namespace {

using list = json::array_t; // {a} is a list of one, which json would take for a itself

json finger(const std::string& id, list items)
{
    return {{"type", "pointer"},
            {"id", id},
            {"parameters", {{"pointerType", "touch"}}},
            {"actions", std::move(items)}};
}

json move(double x, double y, double duration = 0, const json& origin = "viewport")
{
    return {
        {"type", "pointerMove"}, {"x", x}, {"y", y}, {"duration", duration}, {"origin", origin}};
}

const json down{{"type", "pointerDown"}, {"button", 0}};
const json up{{"type", "pointerUp"}, {"button", 0}};

json pause(double duration)
{
    return {{"type", "pause"}, {"duration", duration}};
}

/// "0 down 10,20; 50 up 10,20": time, finger where it is not 0, phase and place of every step.
std::string played(const list& sources)
{
    const auto event = wda::read_actions({{"actions", sources}});
    if (!event)
        return std::string(event.error().kind.code) + ": " + event.error().message;
    std::ostringstream text;
    for (const auto& step : event->steps) {
        text << (text.tellp() > 0 ? "; " : "") << step.at.count() << ' ';
        if (const auto* typing = std::get_if<wda::typing_step>(&step.what)) {
            text << "type " << typing->text;
            continue;
        }
        const auto& touch = std::get<wda::finger_step>(step.what);
        if (touch.finger != 0)
            text << 'f' << touch.finger << ' ';
        text << (touch.phase == touch_phase::down   ? "down "
                 : touch.phase == touch_phase::move ? "move "
                                                    : "up ")
             << touch.where.x << ',' << touch.where.y;
    }
    return text.str();
}

bool refused(const json& body)
{
    const auto event = wda::read_actions(body);
    return !event && event.error().kind.code == "unknown error";
}

bool refused_items(list items)
{
    return refused({{"actions", list{finger("f", std::move(items))}}});
}

} // namespace

TEST_CASE("a tap is a finger down and up", "[virtualphone]")
{
    CHECK(played({finger("f", {move(10, 20), down, pause(50), up})}) ==
          "0 down 10,20; 50 up 10,20");
}

TEST_CASE("the first move puts the finger down at its end", "[virtualphone]")
{
    CHECK(played({finger("f", {move(1, 2, 100), down, pause(50), up})}) ==
          "100 down 1,2; 150 up 1,2");
    CHECK(played({finger("f", {move(1, 2), pause(500), down, up})}) == "0 down 1,2; 500 up 1,2");
    CHECK(played({finger("f", {pause(30), move(1, 2), down, up})}) == "30 down 1,2; 30 up 1,2");
}

TEST_CASE("a finger taps twice in one call", "[virtualphone]")
{
    CHECK(played({finger("f", {move(1, 2), down, pause(50), up, pause(100), down, pause(50),
                               up})}) == "0 down 1,2; 50 up 1,2; 150 down 1,2; 200 up 1,2");
    CHECK(played({finger("f", {move(1, 2), down, up, move(3, 4), down, up})}) ==
          "0 down 1,2; 0 up 1,2; 0 move 3,4; 0 down 3,4; 0 up 3,4");
}

TEST_CASE("a move is a line of samples that ends at its place and time", "[virtualphone]")
{
    CHECK(played({finger("f", {move(0, 0), down, move(30, 60, 50), up})}) ==
          "0 down 0,0; 16.6667 move 10,20; 33.3333 move 20,40; 50 move 30,60; 50 up 30,60");
    CHECK(played({finger("f", {move(0, 0), down, move(5, 5), up})}) ==
          "0 down 0,0; 0 move 5,5; 0 up 5,5");
}

TEST_CASE("a move from the pointer adds to its place", "[virtualphone]")
{
    CHECK(played({finger("f", {move(10, 10), down, move(5, -3, 0, "pointer"), up})}) ==
          "0 down 10,10; 0 move 15,7; 0 up 15,7");
    CHECK(refused_items({move(5, 5, 0, "pointer")}));
}

TEST_CASE("fingers play side by side from the same moment", "[virtualphone]")
{
    CHECK(played({finger("a", {move(1, 1), down, pause(20), up}),
                  finger("b", {move(2, 2), down, pause(10), up})}) ==
          "0 down 1,1; 0 f1 down 2,2; 10 f1 up 2,2; 20 up 1,1");
}

TEST_CASE("a finger that nobody lifts is lifted at its end", "[virtualphone]")
{
    CHECK(played({finger("f", {move(1, 2), down, pause(40)})}) == "0 down 1,2; 40 up 1,2");
}

TEST_CASE("a cancel takes the item before it away", "[virtualphone]")
{
    const json cancel{{"type", "pointerCancel"}};
    CHECK(played({finger("f", {move(1, 2), down, pause(900), cancel, up})}) ==
          "0 down 1,2; 0 up 1,2");
    CHECK(refused_items({cancel}));
}

TEST_CASE("places outside the screen are played as they are", "[virtualphone]")
{
    CHECK(played({finger("f", {move(-5, 9000), down, up})}) == "0 down -5,9000; 0 up -5,9000");
}

TEST_CASE("a keyboard types at its keyDown, and needs every keyUp", "[virtualphone]")
{
    const auto key = [](const char* type, const char* value) -> json {
        return {{"type", type}, {"value", value}};
    };
    const auto board = [](list items) -> json {
        return {{"type", "key"}, {"id", "k"}, {"actions", std::move(items)}};
    };
    CHECK(played({board({key("keyDown", "h"), key("keyUp", "h"), pause(30),
                         key("keyDown", "\uE007"), key("keyUp", "\uE007")})}) ==
          "0 type h; 30 type \n");
    CHECK(played({board({key("keyDown", "\uE008"), key("keyUp", "\uE008")})}).empty());
    CHECK(refused({{"actions", list{board({key("keyDown", "h")})}}}));
    CHECK(refused({{"actions", list{board({key("keyUp", "h")})}}}));
    CHECK(refused({{"actions", list{board({down})}}}));
}

TEST_CASE("an empty source is skipped and an empty list refused", "[virtualphone]")
{
    CHECK(played({finger("a", {}), finger("b", {move(1, 2), down, up})}) == "0 down 1,2; 0 up 1,2");
    CHECK(refused({{"actions", json::array()}}));
    CHECK(refused(json::object()));
    CHECK(refused({{"actions", "tap"}}));
}

TEST_CASE("sources without touch, id or items are refused", "[virtualphone]")
{
    json source = finger("f", {move(1, 2), down, up});
    CHECK(refused({{"actions", list{source, source}}})); // one id for two
    source["id"] = "";
    CHECK(refused({{"actions", list{source}}}));
    source = finger("f", {move(1, 2)});
    source.erase("parameters"); // a mouse by default
    CHECK(refused({{"actions", list{source}}}));
    source["type"] = "none";
    CHECK(refused({{"actions", list{source}}}));
    CHECK(refused({{"actions", list{7}}}));
    CHECK(refused({{"actions", list{finger("f", {7})}}}));
    CHECK(refused({{"actions", list(11, finger("f", {}))}}));
}

TEST_CASE("items that no finger can do are refused", "[virtualphone]")
{
    CHECK(refused_items({up}));
    CHECK(refused_items({down}));
    CHECK(refused_items({{{"type", "pointerMove"}, {"x", 1}}}));
    CHECK(refused_items({{{"type", "pointerMove"}}}));
    CHECK(refused_items({{{"type", "scroll"}}}));
    CHECK(refused_items({json::object()}));
    CHECK(refused_items({move(1, 2, 0, 7)}));
}

TEST_CASE("numbers beyond sense and time without end are refused", "[virtualphone]")
{
    CHECK(refused_items({move(1e300, 2)}));
    CHECK(refused_items({move(1, -1e6)}));
    CHECK(refused_items({move(1, 2), pause(-1)}));
    CHECK(refused_items({move(1, 2), pause(1e9)}));
    CHECK(refused_items(list(5000, pause(299'999))));
    CHECK(refused_items(list(10'001, pause(0))));
    CHECK(refused_items({move(1, 2), {{"type", "pause"}, {"duration", "long"}}}));
}

TEST_CASE("an element as origin is not in the cache", "[virtualphone]")
{
    const json element{{"element-6066-11e4-a52e-4f735466cecf", "19000000-0000-0000"}};
    CHECK(played({finger("f", {move(1, 2, 0, element)})}).starts_with("stale element reference"));
    CHECK(
        played({finger("f", {move(1, 2, 0, "19000000")})}).starts_with("stale element reference"));
}
