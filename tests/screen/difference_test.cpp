#include "screen/difference.hpp"
#include "tests/catch2.hpp"

#include <algorithm>

using thimble::screen::area;
using thimble::screen::changed_area;
using thimble::screen::coded;
using thimble::screen::image;
using thimble::screen::visible_difference;

namespace {

/// Makes a part of the picture one shade of grey.
void fill(image& picture, const area& part, int shade)
{
    for (int row = part.y; row < part.y + part.height; ++row) {
        const auto first = static_cast<std::size_t>(row) * picture.row_bytes() +
                           static_cast<std::size_t>(part.x) * image::channels;
        const auto count = static_cast<std::size_t>(part.width) * image::channels;
        std::ranges::fill(picture.pixels().subspan(first, count), static_cast<std::uint8_t>(shade));
    }
}

} // namespace

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

TEST_CASE("colours count for less where pictures are coded differently", "[screen]")
{
    const image black({10, 10});
    image other({10, 10});
    const auto pixels = other.pixels();
    pixels[2] = 127; // blue: hardly any brightness
    CHECK(visible_difference(black, other) == 0.01);
    CHECK(visible_difference(black, other, coded::differently) == 0);
    CHECK_FALSE(changed_area(black, other, coded::differently));
    pixels[2] = 128;
    CHECK(visible_difference(black, other, coded::differently) == 0.01);
    pixels[2] = 0;
    pixels[4] = 40; // green: 23 of brightness
    CHECK(visible_difference(black, other, coded::differently) == 0);
    pixels[4] = 41;
    CHECK(visible_difference(black, other, coded::differently) == 0.01);
    for (auto& value : pixels)
        value = 255;
    CHECK(visible_difference(other, black, coded::differently) == 1);
    CHECK(visible_difference(image({2, 3}), image({3, 2}), coded::differently) == 1);
}

TEST_CASE("pictures of different sizes have nothing in common", "[screen]")
{
    CHECK(visible_difference(image({2, 3}), image({3, 2})) == 1);
    CHECK(visible_difference(image(), image()) == 0);
}

TEST_CASE("what has changed has the smallest area around it", "[screen]")
{
    const image before({40, 30});
    image after = before;
    CHECK_FALSE(changed_area(before, after));
    fill(after, {.x = 3, .y = 5, .width = 4, .height = 2}, 200);
    CHECK(changed_area(before, after) == area{.x = 3, .y = 5, .width = 4, .height = 2});
    fill(after, {.x = 30, .y = 20, .width = 10, .height = 10}, 24);
    CHECK(changed_area(after, before) == area{.x = 3, .y = 5, .width = 37, .height = 25});
    fill(after, {.x = 0, .y = 0, .width = 1, .height = 3}, 255); // as thin as a cursor
    CHECK(changed_area(before, after) == area{.width = 40, .height = 30});
}

TEST_CASE("what compression does to a picture is no change", "[screen]")
{
    const image before({40, 30});
    image after = before;
    fill(after, {.x = 0, .y = 0, .width = 40, .height = 30}, 23);
    CHECK_FALSE(changed_area(before, after));
    for (int each = 0; each < 30; each += 3)
        fill(after, {.x = each, .y = each, .width = 1, .height = 1}, 255);
    CHECK_FALSE(changed_area(before, after));
    fill(after, {.x = 10, .y = 20, .width = 5, .height = 5}, 255);
    CHECK(changed_area(before, after) == area{.x = 10, .y = 20, .width = 5, .height = 5});
}

TEST_CASE("all of a picture of another size has changed", "[screen]")
{
    CHECK(changed_area(image({2, 3}), image({3, 2})) == area{.width = 3, .height = 2});
    CHECK_FALSE(changed_area(image(), image()));
}
