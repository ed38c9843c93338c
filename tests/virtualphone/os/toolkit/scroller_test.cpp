#include "tests/approx.hpp"
#include "virtualphone/os/toolkit/scroller.hpp"

using thimble::tests::Approx;
using thimble::virtualphone::axis;
using thimble::virtualphone::milliseconds;
using thimble::virtualphone::scroller;

namespace {

scroller list_of(double limit)
{
    scroller out(axis::vertical);
    out.set_limit(limit);
    return out;
}

} // namespace

TEST_CASE("a list follows the finger and stops at its ends", "[virtualphone]")
{
    auto list = list_of(500);
    list.grab();
    list.drag(-120); // the finger moves up, the list goes on
    CHECK(list.offset() == 120);
    list.drag(200);
    CHECK(list.offset() == 0);
    list.drag(-900);
    CHECK(list.offset() == 500);
}

TEST_CASE("a flung list coasts as far as its speed says, and then rests", "[virtualphone]")
{
    auto list = list_of(10'000);
    list.release(-2000, milliseconds(0));
    CHECK(list.advance(milliseconds(100)));
    const double early = list.offset();
    CHECK(early > 150);
    CHECK(early < 200); // less than 2000 points a second for a tenth of a second: it slows down
    list.advance(milliseconds(10'000));
    CHECK_FALSE(list.moving());
    CHECK(list.offset() == Approx((2000 - 10) * 0.4995));
}

TEST_CASE("how often one looks at a coasting list does not matter", "[virtualphone]")
{
    auto often = list_of(10'000);
    auto once = list_of(10'000);
    often.release(-1500, milliseconds(0));
    once.release(-1500, milliseconds(0));
    for (int t = 7; t <= 700; t += 7)
        often.advance(milliseconds(t));
    once.advance(milliseconds(700));
    CHECK(often.offset() == Approx(once.offset()));
}

TEST_CASE("a coasting list that reaches its end stops there", "[virtualphone]")
{
    auto list = list_of(300);
    list.release(-2000, milliseconds(0));
    list.advance(milliseconds(5000));
    CHECK(list.offset() == 300);
    CHECK_FALSE(list.moving());
    CHECK_FALSE(list.advance(milliseconds(6000)));
}

TEST_CASE("a finger stops a coasting list", "[virtualphone]")
{
    auto list = list_of(10'000);
    list.release(-2000, milliseconds(0));
    list.advance(milliseconds(200));
    list.grab();
    const double held = list.offset();
    list.advance(milliseconds(3000));
    CHECK(list.offset() == held);
}

TEST_CASE("pages turn by one, however hard they are flicked", "[virtualphone]")
{
    scroller pages(axis::horizontal);
    pages.fit_pages(400, 4);
    pages.grab();
    pages.drag(-60);
    pages.release(-5000, milliseconds(0));
    pages.advance(milliseconds(1000));
    CHECK(pages.page() == 1);
    CHECK(pages.offset() == 400);
}

TEST_CASE("a page that was moved a little and slowly comes back", "[virtualphone]")
{
    scroller pages(axis::horizontal);
    pages.fit_pages(400, 4);
    pages.grab();
    pages.drag(-150);
    pages.release(-40, milliseconds(0));
    pages.advance(milliseconds(1000));
    CHECK(pages.offset() == 0);

    pages.grab();
    pages.drag(-250);
    pages.release(0, milliseconds(2000));
    pages.advance(milliseconds(3000));
    CHECK(pages.page() == 1);
}

TEST_CASE("there is nothing before the first page and nothing after the last", "[virtualphone]")
{
    scroller pages(axis::horizontal);
    pages.fit_pages(400, 2);
    pages.release(3000, milliseconds(0));
    pages.advance(milliseconds(1000));
    CHECK(pages.page() == 0);
    for (int i = 1; i <= 3; ++i) {
        pages.grab();
        pages.release(-3000, milliseconds(1000.0 * i));
        pages.advance(milliseconds(1000.0 * (i + 1)));
    }
    CHECK(pages.page() == 1);
}

TEST_CASE("a turned screen keeps its page", "[virtualphone]")
{
    scroller pages(axis::horizontal);
    pages.fit_pages(400, 3);
    pages.jump_to(800);
    pages.fit_pages(700, 3);
    CHECK(pages.page() == 2);
    CHECK(pages.offset() == 1400);
}
