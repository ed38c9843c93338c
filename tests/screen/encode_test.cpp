#include "screen/encode.hpp"
#include "screen/png.hpp"
#include "tests/catch2.hpp"

#include <memory>
#include <turbojpeg.h>
#include <webp/decode.h>

using thimble::screen::encode;
using thimble::screen::image;
using thimble::screen::picture;
using thimble::screen::picture_format;
using thimble::screen::pixel_size;

namespace {

constexpr pixel_size size{64, 48};

image grey()
{
    image result(size);
    for (auto& part : result.pixels())
        part = 120;
    return result;
}

const unsigned char* data_of(const picture& encoded)
{
    return reinterpret_cast<const unsigned char*>(encoded.data->data());
}

} // namespace

TEST_CASE("a JPEG is read back by another decoder at its size", "[screen]")
{
    const picture encoded = encode(grey(), picture_format::jpeg, 80);
    const std::unique_ptr<void, decltype(&tjDestroy)> decoder(tjInitDecompress(), &tjDestroy);
    int width = 0;
    int height = 0;
    int sampling = 0;
    int space = 0;
    REQUIRE(tjDecompressHeader3(decoder.get(), data_of(encoded), encoded.data->size(), &width,
                                &height, &sampling, &space) == 0);
    CHECK(pixel_size{width, height} == size);
    CHECK(encoded.size == size);
}

TEST_CASE("a WebP is read back by another decoder at its size", "[screen]")
{
    const picture encoded = encode(grey(), picture_format::webp, 80);
    int width = 0;
    int height = 0;
    REQUIRE(WebPGetInfo(data_of(encoded), encoded.data->size(), &width, &height) != 0);
    CHECK(pixel_size{width, height} == size);
}

TEST_CASE("lower quality makes a smaller file", "[screen]")
{
    image noisy(size);
    unsigned state = 7;
    for (auto& part : noisy.pixels())
        part = static_cast<std::uint8_t>((state = (state * 1664525U) + 1013904223U) >> 24U);
    for (const picture_format format : {picture_format::jpeg, picture_format::webp})
        CHECK(encode(noisy, format, 5).data->size() < encode(noisy, format, 95).data->size());
}

TEST_CASE("a format has a name and a media type", "[screen]")
{
    using thimble::screen::parse_picture_format;
    CHECK(media_type(picture_format::jpeg) == "image/jpeg");
    CHECK(parse_picture_format("webp") == picture_format::webp);
    CHECK_FALSE(parse_picture_format("gif"));
}
