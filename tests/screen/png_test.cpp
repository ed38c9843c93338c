#include "screen/png.hpp"
#include "tests/catch2.hpp"

#include <algorithm>
#include <array>
#include <png.h>
#include <rapidcheck.h>

using thimble::screen::bytes;
using thimble::screen::decode_png;
using thimble::screen::encode_png;
using thimble::screen::image;
using thimble::screen::pixel_size;
using thimble::screen::png_size;

namespace {

image any_image(pixel_size size)
{
    image result(size);
    unsigned state = 1;
    for (auto& part : result.pixels()) {
        state = (state * 1664525U) + 1013904223U;
        part = static_cast<std::uint8_t>(state >> 24U);
    }
    return result;
}

/// A one-pixel PNG with an alpha channel, made by libpng itself.
bytes translucent_pixel(std::uint8_t red, std::uint8_t alpha)
{
    png_image handle{};
    handle.version = PNG_IMAGE_VERSION;
    handle.width = 1;
    handle.height = 1;
    handle.format = PNG_FORMAT_RGBA;
    const std::array<std::uint8_t, 4> pixel{red, 0, 0, alpha};
    png_alloc_size_t length = 0;
    REQUIRE(png_image_write_to_memory(&handle, nullptr, &length, 0, pixel.data(), 0, nullptr) != 0);
    bytes out(length);
    REQUIRE(png_image_write_to_memory(&handle, out.data(), &length, 0, pixel.data(), 0, nullptr) !=
            0);
    return out;
}

} // namespace

TEST_CASE("a picture survives PNG bit for bit", "[screen]")
{
    for (const pixel_size size : {pixel_size{1, 1}, pixel_size{7, 3}, pixel_size{620, 1344}}) {
        const image original = any_image(size);
        const bytes encoded = encode_png(original);
        CHECK(png_size(encoded) == size);
        const auto back = decode_png(encoded);
        REQUIRE(back);
        CHECK(back->size() == size);
        CHECK(std::ranges::equal(back->pixels(), original.pixels()));
    }
}

TEST_CASE("transparent pixels are shown on black", "[screen]")
{
    const auto opaque = decode_png(translucent_pixel(200, 255));
    REQUIRE(opaque);
    CHECK(opaque->pixels()[0] == 200);
    const auto clear = decode_png(translucent_pixel(200, 0));
    REQUIRE(clear);
    CHECK(clear->pixels()[0] == 0);
}

TEST_CASE("what is not a PNG is refused", "[screen]")
{
    CHECK_FALSE(png_size({}));
    CHECK_FALSE(decode_png({}));
    const bytes text(100, std::byte{'x'});
    CHECK_FALSE(decode_png(text));
}

TEST_CASE("a picture that claims to be giant is refused before it is read", "[screen]")
{
    bytes giant = encode_png(any_image({2, 2}));
    REQUIRE(decode_png(giant));
    giant[16] = std::byte{0x7f}; // the first byte of the width
    CHECK_FALSE(png_size(giant));
    CHECK_FALSE(decode_png(giant));
}

TEST_CASE("flipped bytes never crash the decoder", "[screen]")
{
    const bytes whole = encode_png(any_image({16, 16}));
    REQUIRE(rc::check([&] {
        bytes broken = whole;
        const auto where = *rc::gen::inRange<std::size_t>(0, broken.size());
        broken[where] = static_cast<std::byte>(*rc::gen::arbitrary<std::uint8_t>());
        const auto decoded = decode_png(broken);
        RC_CLASSIFY(decoded.has_value(), "still readable");
    }));
}
