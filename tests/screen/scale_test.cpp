#include "screen/scale.hpp"
#include "tests/catch2.hpp"

#include <algorithm>

using thimble::screen::image;
using thimble::screen::pixel_size;
using thimble::screen::scaled;
using thimble::screen::scaled_size;

namespace {

/// The red value of each pixel is given by its place.
template <class Red>
image painted(pixel_size size, Red red)
{
    image result(size);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            result.pixels()[(static_cast<std::size_t>(y) * result.row_bytes()) +
                            (static_cast<std::size_t>(x) * image::channels)] =
                static_cast<std::uint8_t>(red(x, y));
    return result;
}

int red_at(const image& of, int x, int y)
{
    return of.pixels()[(static_cast<std::size_t>(y) * of.row_bytes()) +
                       (static_cast<std::size_t>(x) * image::channels)];
}

} // namespace

TEST_CASE("a screenshot's longest edge is 1344 and the other is rounded half up", "[screen]")
{
    CHECK(scaled_size({1179, 2556}) == pixel_size{620, 1344});
    CHECK(scaled_size({2556, 1179}) == pixel_size{1344, 620});
    CHECK(scaled_size({750, 1334}) == pixel_size{756, 1344}); // a smaller panel is enlarged
    CHECK(scaled_size({1320, 2868}) == pixel_size{619, 1344});
    CHECK(scaled_size({1620, 2160}) == pixel_size{1008, 1344});
    CHECK(scaled_size({1, 2688}) == pixel_size{1, 1344}); // exactly half a pixel
    CHECK(scaled_size({1, 8000}) == pixel_size{1, 1344}); // never nothing
}

TEST_CASE("shrinking averages, so that no pixel of the original is left out", "[screen]")
{
    const image half =
        scaled(painted({4, 4}, [](int x, int) { return x % 2 == 0 ? 0 : 200; }), {2, 2});
    CHECK(red_at(half, 0, 0) == 100);
    CHECK(red_at(half, 1, 1) == 100);
}

TEST_CASE("a picture of the right size stays as it is", "[screen]")
{
    const image original = painted({3, 2}, [](int x, int y) { return (10 * x) + y; });
    CHECK(std::ranges::equal(scaled(original, {3, 2}).pixels(), original.pixels()));
}
