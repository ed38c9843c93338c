#include "screen/png.hpp"
#include "tests/catch2.hpp"
#include "tests/screen/libpng_pictures.hpp"
#include "tests/screen/phone_pictures.hpp"

#include <algorithm>
#include <array>
#include <rapidcheck.h>

using namespace thimble;
using screen::encode_png;

namespace {

bool libpng_reads_back(const screen::image& picture, std::span<const std::byte> png)
{
    const auto read = test::read_by_libpng(png);
    return read && read->size() == picture.size() &&
           std::ranges::equal(read->pixels(), picture.pixels());
}

/// `noise` is how many values a byte can have beside the one of the pixel before.
screen::image picture_of(screen::pixel_size size, std::uint32_t noise, std::uint32_t seed)
{
    screen::image picture(size);
    std::uint32_t value = 0;
    for (auto& part : picture.pixels()) {
        seed = (seed * 1664525U) + 1013904223U;
        value += (seed >> 24U) % (noise + 1);
        part = static_cast<std::uint8_t>(value);
    }
    return picture;
}

} // namespace

TEST_CASE("pictures of phones come back from libpng and are not much larger", "[screen][png]")
{
    const std::array pictures{test::list_of_settings(), test::page_of_text(), test::photograph(),
                              test::home_screen(), test::frame_of_video()};
    const double largest_share = screen::png_codec() == "libpng" ? 2 : 1.3;
    for (std::size_t at = 0; at < pictures.size(); ++at) {
        const auto& picture = pictures.at(at);
        const auto png = encode_png(picture);
        CHECK(libpng_reads_back(picture, png));
        const auto by_libpng = test::written_by_libpng(picture);
        CAPTURE(at, png.size(), by_libpng.size());
        CHECK(static_cast<double>(png.size()) <=
              largest_share * static_cast<double>(by_libpng.size()));
    }
}

TEST_CASE("libpng reads what is written, whatever it shows", "[screen][png]")
{
    REQUIRE(rc::check([] {
        const screen::pixel_size size{.width = *rc::gen::inRange(1, 90),
                                      .height = *rc::gen::inRange(1, 90)};
        const auto picture = picture_of(size, *rc::gen::element<std::uint32_t>(0, 1, 2, 7, 255),
                                        *rc::gen::arbitrary<std::uint32_t>());
        RC_ASSERT(libpng_reads_back(picture, encode_png(picture)));
    }));
}

TEST_CASE("the thinnest pictures are written", "[screen][png]")
{
    for (const screen::pixel_size size :
         {screen::pixel_size{.width = screen::largest_edge, .height = 1},
          screen::pixel_size{.width = 1, .height = screen::largest_edge}})
        for (const std::uint32_t noise : {0U, 1U, 255U}) {
            const auto picture = picture_of(size, noise, 7);
            CHECK(libpng_reads_back(picture, encode_png(picture)));
        }
}

TEST_CASE("the codec has a name", "[screen][png]")
{
    const auto name = screen::png_codec();
    CHECK((name == "libdeflate and ISA-L" || name == "libpng"));
}
