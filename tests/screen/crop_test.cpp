#include "screen/crop.hpp"
#include "tests/catch2.hpp"

#include <vector>

using thimble::screen::area;
using thimble::screen::cropped;
using thimble::screen::image;
using thimble::screen::mapped;
using thimble::screen::pixel_size;

TEST_CASE("a part of a picture has the pixels of its place", "[screen]")
{
    image whole({4, 3});
    for (std::size_t at = 0; at < whole.pixels().size(); ++at)
        whole.pixels()[at] = static_cast<std::uint8_t>(at);
    const auto part = cropped(whole, {.x = 1, .y = 1, .width = 2, .height = 2});
    CHECK(part.size() == pixel_size{2, 2});
    const std::vector<int> expected{15, 16, 17, 18, 19, 20, 27, 28, 29, 30, 31, 32};
    CHECK(std::vector<int>(part.pixels().begin(), part.pixels().end()) == expected);
    CHECK(cropped(whole, {.x = 0, .y = 0, .width = 4, .height = 3}).size() == whole.size());
}

TEST_CASE("a part at another size covers all that it covered", "[screen]")
{
    const pixel_size shown{620, 1344};
    const pixel_size panel{1179, 2556};
    CHECK(mapped({0, 0, 620, 1344}, shown, panel) == area{0, 0, 1179, 2556});
    CHECK(mapped({0, 0, 1, 1}, shown, panel) == area{0, 0, 2, 2});
    CHECK(mapped({619, 1343, 1, 1}, shown, panel) == area{1177, 2554, 2, 2});
    CHECK(mapped({310, 672, 10, 10}, shown, panel) == area{589, 1278, 20, 20});
    CHECK(mapped({3, 3, 3, 3}, {10, 10}, {5, 5}) == area{1, 1, 2, 2}); // smaller: still covered
    CHECK(mapped({5, 6, 7, 8}, shown, shown) == area{5, 6, 7, 8});
}
