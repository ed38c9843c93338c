#include "tests/approx.hpp"
#include "virtualphone/os/gestures/touch_dispatcher.hpp"

#include <string>
#include <vector>

namespace vp = thimble::virtualphone;
using thimble::tests::Approx;
using vp::place;

namespace {

/// A page with one view on it, and notes of all that it is told.
struct desk : vp::touch_host, vp::movable_content, vp::drag_source {
    desk() : touches(*this) { thing.type = "Thing"; }

    vp::view front_page() override
    {
        vp::view page{.frame = {.x = 0, .y = 0, .width = 400, .height = 800}};
        page.opaque = true;
        page.children.push_back(thing);
        return page;
    }
    bool is_edge_swipe(place start, place /*where*/) const override { return start.y > 780; }
    void edge_swiped(const vp::gesture& /*end*/) override { told.emplace_back("edge"); }
    void recognised(const vp::gesture& what) override { last = what; }

    bool follows_one_finger() const override { return one_finger; }
    void move_by(place distance) override { moved.x += distance.x; }
    void scale_by(double factor, place /*about*/) override { scale *= factor; }
    void turn_by(double radians, place /*about*/) override { angle += radians; }

    void let_go() override { told.emplace_back("let go"); }

    void carry_to(place where) override { carried = where; }
    void drop(place /*where*/) override { told.emplace_back("dropped"); }
    void put_back() override { told.emplace_back("put back"); }

    auto tells(std::string what)
    {
        return [this, what = std::move(what)](place) { told.push_back(what); };
    }
    void at(double ms) { touches.advance(now = vp::milliseconds(ms)); }
    void finger(vp::touch_phase phase, place where = {.x = 100, .y = 100}, int number = 0)
    {
        touches.touch(number, phase, where, now);
    }
    void tap(double ms, place where = {.x = 100, .y = 100})
    {
        at(ms);
        finger(vp::touch_phase::down, where);
        at(ms + 60);
        finger(vp::touch_phase::up, where);
    }

    vp::view thing{.frame = {.x = 0, .y = 0, .width = 400, .height = 800}};
    vp::touch_dispatcher touches;
    vp::milliseconds now{0};
    std::vector<std::string> told;
    vp::gesture last;
    bool one_finger = true;
    place moved;
    place carried;
    double scale = 1;
    double angle = 0;
};

using names = std::vector<std::string>;

} // namespace

TEST_CASE("a view that waits for double taps is told one or the other", "[virtualphone]")
{
    desk hand;
    hand.thing.on_tap = hand.tells("tap");
    hand.thing.on_double_tap = hand.tells("double");
    hand.thing.tap_waits = true;

    hand.tap(0);
    hand.at(409);
    CHECK(hand.told.empty());
    CHECK(hand.touches.advance(vp::milliseconds(410)));
    CHECK(hand.told == names{"tap"});

    hand.tap(1000);
    hand.tap(1300);
    hand.at(3000);
    CHECK(hand.told == names{"tap", "double"});
    CHECK(hand.last.taps == 2);
}

TEST_CASE("a tap that waits is told when what follows is no second tap", "[virtualphone]")
{
    desk hand;
    hand.thing.on_tap = hand.tells("tap");
    hand.thing.on_double_tap = hand.tells("double");
    hand.thing.tap_waits = true;
    hand.tap(0);
    hand.at(200);
    hand.finger(vp::touch_phase::down);
    hand.at(450);
    CHECK(hand.told.empty()); // the second finger may still become a double tap
    hand.finger(vp::touch_phase::move, {.x = 100, .y = 300});
    CHECK(hand.told == names{"tap"});
    hand.finger(vp::touch_phase::up, {.x = 100, .y = 300});

    hand.tap(1000);
    hand.tap(1200, {.x = 300, .y = 500}); // too far away
    CHECK(hand.told == names{"tap", "tap"});
    hand.at(2000);
    CHECK(hand.told == names{"tap", "tap", "tap"});
}

TEST_CASE("a view that does not wait is told each tap at once", "[virtualphone]")
{
    desk hand;
    hand.thing.on_tap = hand.tells("tap");
    hand.thing.on_double_tap = hand.tells("double");
    hand.thing.on_triple_tap = hand.tells("triple");
    hand.tap(0);
    hand.tap(150);
    hand.tap(300);
    hand.tap(450);
    CHECK(hand.told == names{"tap", "double", "triple", "tap"});
}

TEST_CASE("a button that knows single taps only is pressed by every one", "[virtualphone]")
{
    desk hand;
    hand.thing.on_tap = hand.tells("tap");
    hand.tap(0);
    hand.tap(100);
    CHECK(hand.told == names{"tap", "tap"});
    CHECK(hand.last.taps == 1);
}

TEST_CASE("a long press is told at half a second, and 480 ms are a tap", "[virtualphone]")
{
    desk hand;
    hand.thing.on_tap = hand.tells("tap");
    hand.thing.on_long_press = hand.tells("long");
    hand.finger(vp::touch_phase::down);
    hand.at(480);
    hand.finger(vp::touch_phase::up);
    CHECK(hand.told == names{"tap"});
    hand.at(1000);
    hand.finger(vp::touch_phase::down);
    CHECK(hand.touches.advance(vp::milliseconds(1500)));
    CHECK(hand.told == names{"tap", "long"});
    hand.at(1600);
    hand.finger(vp::touch_phase::up);
    CHECK(hand.told == names{"tap", "long"});
}

TEST_CASE("what a long press lifts follows the finger and is dropped", "[virtualphone]")
{
    desk hand;
    hand.thing.drags = &hand;
    hand.finger(vp::touch_phase::down);
    hand.at(600);
    hand.finger(vp::touch_phase::move, {.x = 300, .y = 400});
    CHECK(hand.carried.x == 300);
    hand.at(700);
    hand.finger(vp::touch_phase::up, {.x = 310, .y = 400});
    CHECK(hand.carried.x == 310);
    CHECK(hand.told == names{"dropped"});
    CHECK(hand.last.held);
}

TEST_CASE("a finger that moves too early lifts nothing", "[virtualphone]")
{
    desk hand;
    hand.thing.drags = &hand;
    hand.finger(vp::touch_phase::down);
    hand.at(450);
    hand.finger(vp::touch_phase::move, {.x = 300, .y = 400});
    hand.at(1000);
    hand.finger(vp::touch_phase::up, {.x = 300, .y = 400});
    CHECK(hand.told.empty());
    CHECK(hand.carried.x == 0);
}

TEST_CASE("what is carried is put back when the page goes away", "[virtualphone]")
{
    desk hand;
    hand.thing.drags = &hand;
    hand.finger(vp::touch_phase::down);
    hand.at(600);
    hand.finger(vp::touch_phase::move, {.x = 300, .y = 400});
    hand.touches.cancel(hand.now);
    hand.finger(vp::touch_phase::up, {.x = 300, .y = 400});
    CHECK(hand.told == names{"put back"});
}

TEST_CASE("two fingers move, scale and turn content, one finger moves it", "[virtualphone]")
{
    desk hand;
    hand.thing.moves = &hand;
    hand.finger(vp::touch_phase::down, {.x = 100, .y = 400}, 0);
    hand.finger(vp::touch_phase::down, {.x = 200, .y = 400}, 1);
    hand.finger(vp::touch_phase::move, {.x = 50, .y = 400}, 0);
    hand.finger(vp::touch_phase::move, {.x = 250, .y = 400}, 1);
    hand.finger(vp::touch_phase::up, {.x = 50, .y = 400}, 0);
    hand.finger(vp::touch_phase::move, {.x = 390, .y = 400}, 1); // alone it does nothing more
    hand.finger(vp::touch_phase::up, {.x = 390, .y = 400}, 1);
    CHECK(hand.scale == Approx(2));
    CHECK(hand.angle == 0);
    CHECK(hand.moved.x == Approx(0).margin(1e-9));
    CHECK(hand.last.pinched);
    CHECK(hand.last.fingers == 2);

    hand.finger(vp::touch_phase::down, {.x = 100, .y = 400});
    hand.finger(vp::touch_phase::up, {.x = 160, .y = 400});
    CHECK(hand.moved.x == Approx(60));
    CHECK(hand.told == names{"let go", "let go"});
}

TEST_CASE("content that leaves one finger to others is not moved by it", "[virtualphone]")
{
    desk hand;
    hand.thing.moves = &hand;
    hand.one_finger = false;
    hand.finger(vp::touch_phase::down, {.x = 100, .y = 400});
    hand.finger(vp::touch_phase::up, {.x = 160, .y = 400});
    CHECK(hand.moved.x == 0);
}

TEST_CASE("a second finger that comes late does not stop a drag", "[virtualphone]")
{
    desk hand;
    hand.thing.moves = &hand;
    hand.finger(vp::touch_phase::down, {.x = 100, .y = 400});
    hand.finger(vp::touch_phase::move, {.x = 140, .y = 400});
    hand.finger(vp::touch_phase::down, {.x = 300, .y = 400}, 1);
    hand.finger(vp::touch_phase::move, {.x = 180, .y = 400});
    hand.finger(vp::touch_phase::up, {.x = 180, .y = 400});
    CHECK(hand.moved.x == Approx(80));
    CHECK(hand.scale == 1);
}
