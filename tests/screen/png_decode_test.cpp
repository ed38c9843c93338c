#include "screen/png.hpp"
#include "tests/catch2.hpp"
#include "tests/screen/libpng_pictures.hpp"

#include <algorithm>
#include <array>
#include <rapidcheck.h>

using namespace thimble;
using screen::decode_png;

namespace {

bool decodes_as_libpng(const screen::bytes& png)
{
    const auto expected = test::read_by_libpng(png);
    const auto decoded = decode_png(png);
    return expected && decoded && decoded->size() == expected->size() &&
           std::ranges::equal(decoded->pixels(), expected->pixels());
}

screen::pixel_size any_size()
{
    return {.width = *rc::gen::inRange(1, 70), .height = *rc::gen::inRange(1, 40)};
}

constexpr std::array color_types{PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA,
                                 PNG_COLOR_TYPE_PALETTE, PNG_COLOR_TYPE_RGB,
                                 PNG_COLOR_TYPE_RGB_ALPHA};
constexpr std::array filter_sets{PNG_FILTER_NONE, PNG_FILTER_SUB,   PNG_FILTER_UP,
                                 PNG_FILTER_AVG,  PNG_FILTER_PAETH, PNG_ALL_FILTERS};

int any_bit_depth(int color_type)
{
    if (color_type == PNG_COLOR_TYPE_GRAY)
        return *rc::gen::element(1, 2, 4, 8, 16);
    if (color_type == PNG_COLOR_TYPE_PALETTE)
        return *rc::gen::element(1, 2, 4, 8);
    return *rc::gen::element(8, 16);
}

} // namespace

TEST_CASE("every filter is undone as libpng does it", "[screen][png]")
{
    for (const int color_type : {PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA})
        for (const int filters : filter_sets)
            for (const int width : {1, 2, 3, 16, 257}) {
                CAPTURE(color_type, filters, width);
                CHECK(decodes_as_libpng(
                    test::written_by_libpng({.size = {.width = width, .height = 23},
                                             .color_type = color_type,
                                             .filters = filters})));
            }
}

TEST_CASE("what phones send is read as libpng reads it", "[screen][png]")
{
    REQUIRE(rc::check([] {
        const test::png_recipe recipe{
            .size = any_size(),
            .color_type = *rc::gen::element(PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA),
            .filters = *rc::gen::elementOf(filter_sets),
            .part = *rc::gen::element<std::size_t>(16, 100, 1 << 13),
            .seed = *rc::gen::arbitrary<std::uint32_t>()};
        RC_ASSERT(decodes_as_libpng(test::written_by_libpng(recipe)));
    }));
}

TEST_CASE("what phones do not send is read as libpng reads it", "[screen][png]")
{
    REQUIRE(rc::check([] {
        const int color_type = *rc::gen::elementOf(color_types);
        const test::png_recipe recipe{.size = any_size(),
                                      .color_type = color_type,
                                      .bit_depth = any_bit_depth(color_type),
                                      .interlaced = *rc::gen::arbitrary<bool>(),
                                      .opaque = *rc::gen::arbitrary<bool>(),
                                      .one_is_clear = *rc::gen::arbitrary<bool>(),
                                      .gamma = *rc::gen::element(0, 45455, 100000),
                                      .seed = *rc::gen::arbitrary<std::uint32_t>()};
        RC_ASSERT(decodes_as_libpng(test::written_by_libpng(recipe)));
    }));
}
