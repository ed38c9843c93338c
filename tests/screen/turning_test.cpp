#include "screen/turning.hpp"
#include "tests/catch2.hpp"
#include "tests/screen/sample_pictures.hpp"

#include <array>
#include <vector>

namespace thimble::screen {

namespace {

/// 1 2 3
/// 4 5 6, the numbers being the red values.
image six_pixels()
{
    image result({3, 2});
    for (std::size_t pixel = 0; pixel < 6; ++pixel)
        result.pixels()[pixel * image::channels] = static_cast<std::uint8_t>(pixel + 1);
    return result;
}

std::vector<int> reds_of(const image& of)
{
    std::vector<int> result;
    for (std::size_t at = 0; at < of.pixels().size(); at += image::channels)
        result.push_back(of.pixels()[at]);
    return result;
}

std::array<turning, 8> all_turnings()
{
    std::array<turning, 8> result;
    for (unsigned i = 0; i < 8; ++i)
        result.at(i) = {
            .transposed = (i & 4U) != 0, .mirrored = (i & 2U) != 0, .flipped = (i & 1U) != 0};
    return result;
}

} // namespace

TEST_CASE("rows become columns, then left and right, then top and bottom are swapped", "[screen]")
{
    const auto reds = [](const turning& how) { return reds_of(turned(six_pixels(), how)); };
    CHECK(reds({}) == std::vector{1, 2, 3, 4, 5, 6});
    CHECK(reds({.transposed = true}) == std::vector{1, 4, 2, 5, 3, 6});
    CHECK(reds({.mirrored = true}) == std::vector{3, 2, 1, 6, 5, 4});
    CHECK(reds({.flipped = true}) == std::vector{4, 5, 6, 1, 2, 3});
    CHECK(reds({.transposed = true, .mirrored = true}) == std::vector{4, 1, 5, 2, 6, 3});
    CHECK(reds({.transposed = true, .flipped = true}) == std::vector{3, 6, 2, 5, 1, 4});
    CHECK(reds({.mirrored = true, .flipped = true}) == std::vector{6, 5, 4, 3, 2, 1});
}

TEST_CASE("a part of an upright picture is found where it is stored", "[screen]")
{
    const image stored = samples::noise({13, 9});
    for (const auto& how : all_turnings()) {
        const image upright = turned(stored, how);
        CHECK(upright.size() == turned(stored.size(), how));
        const area part{.x = 2, .y = 3, .width = 4, .height = 5};
        const image expected = cropped(upright, part);
        const image found = turned(cropped(stored, stored_area(part, upright.size(), how)), how);
        CHECK(samples::largest_difference(found, expected) == 0);
    }
}

} // namespace thimble::screen
