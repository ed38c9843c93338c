#include "screen/difference.hpp"
#include "tests/catch2.hpp"

using thimble::screen::image;
using thimble::screen::visible_difference;

TEST_CASE("the difference of pictures is the share of pixels that look different", "[screen]")
{
    const image black({10, 10});
    image other({10, 10});
    CHECK(visible_difference(black, other) == 0);
    other.pixels()[0] = 23; // nobody sees it
    CHECK(visible_difference(black, other) == 0);
    other.pixels()[1] = 24;
    CHECK(visible_difference(black, other) == 0.01);
    for (auto& value : other.pixels())
        value = 255;
    CHECK(visible_difference(other, black) == 1);
}

TEST_CASE("pictures of different sizes have nothing in common", "[screen]")
{
    CHECK(visible_difference(image({2, 3}), image({3, 2})) == 1);
    CHECK(visible_difference(image(), image()) == 0);
}
