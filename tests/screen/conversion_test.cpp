#include "screen/conversion.hpp"
#include "screen/encode.hpp"
#include "screen/exif.hpp"
#include "screen/jpeg.hpp"
#include "screen/png.hpp"
#include "screen/turning.hpp"
#include "tests/catch2.hpp"
#include "tests/screen/sample_pictures.hpp"

#include <webp/decode.h>

namespace thimble::screen {

namespace {

constexpr pixel_size panel{300, 640};
constexpr int edge = 160;

picture as_png(const image& from)
{
    return encode(from, picture_format::png, 0);
}

/// A picture as a phone streams it: the panel's pixels as they lie, and how they are to be held.
picture as_frame(const image& stored, int orientation)
{
    auto data = samples::with_exif(encode_jpeg(stored, 95), samples::big_endian_tiff(orientation));
    const auto size = jpeg_size(data);
    REQUIRE(size);
    return {.format = picture_format::jpeg,
            .size = *size,
            .data = std::make_shared<const bytes>(std::move(data))};
}

image decoded(const picture& from)
{
    if (from.format != picture_format::webp) {
        auto pixels =
            from.format == picture_format::png ? decode_png(*from.data) : decode_jpeg(*from.data);
        REQUIRE(pixels);
        CHECK(pixels->size() == from.size);
        return std::move(*pixels);
    }
    image result(from.size);
    const auto* data = reinterpret_cast<const std::uint8_t*>(from.data->data());
    REQUIRE(WebPDecodeRGBInto(data, from.data->size(), result.pixels().data(),
                              result.pixels().size(),
                              static_cast<int>(result.row_bytes())) != nullptr);
    return result;
}

constexpr std::initializer_list<picture_format> all_formats{
    picture_format::png, picture_format::jpeg, picture_format::webp};

} // namespace

TEST_CASE("a picture comes at its size in every format", "[screen]")
{
    const image original = samples::gradient(panel);
    const image expected = scaled(original, {75, 160});
    for (const auto& from : {as_png(original), as_frame(original, 1)})
        for (const auto format : all_formats) {
            const auto shown = converted(from, {.format = format, .quality = 95, .max_edge = edge});
            REQUIRE(shown);
            CHECK(shown->format == format);
            CHECK(shown->size == pixel_size{75, 160});
            CHECK(samples::likeness(decoded(*shown), expected) > 35);
        }
}

TEST_CASE("a JPEG comes upright, however it was held", "[screen]")
{
    const image stored = samples::gradient(panel);
    for (int orientation = 1; orientation <= 8; ++orientation) {
        const image upright = turned(stored, exif::turning_of(orientation));
        const image expected = scaled(upright, scaled_size(upright.size(), edge));
        for (const auto format : all_formats) {
            INFO("orientation " << orientation << ", " << to_string(format));
            const auto shown = converted(as_frame(stored, orientation),
                                         {.format = format, .quality = 95, .max_edge = edge});
            REQUIRE(shown);
            REQUIRE(shown->size == expected.size());
            CHECK(samples::likeness(decoded(*shown), expected) > 35);
        }
    }
}

TEST_CASE("a part is that of the upright picture, in the panel's pixels", "[screen]")
{
    const image stored = samples::gradient(panel);
    for (int orientation = 1; orientation <= 8; ++orientation) {
        const image upright = turned(stored, exif::turning_of(orientation));
        const area part{.x = 101, .y = 203, .width = 77, .height = 51};
        const image expected =
            cropped(upright, mapped(part, scaled_size(upright.size()), upright.size()));
        for (const auto format : all_formats) {
            INFO("orientation " << orientation << ", " << to_string(format));
            const auto shown = converted(as_frame(stored, orientation),
                                         {.format = format, .quality = 95, .part = part});
            REQUIRE(shown);
            REQUIRE(shown->size == expected.size());
            CHECK(samples::likeness(decoded(*shown), expected) > 34);
        }
    }
}

TEST_CASE("a part is shrunk where it is larger than is asked for, and never enlarged", "[screen]")
{
    const auto from = as_png(samples::gradient(panel));
    const area half{.x = 0, .y = 0, .width = 630, .height = 672};
    CHECK(converted(from, {.part = half})->size == pixel_size{300, 320});
    CHECK(converted(from, {.max_edge = 160, .part = half})->size == pixel_size{150, 160});
}

TEST_CASE("a part that is not within the picture is refused", "[screen]")
{
    const auto from = as_png(samples::gradient(panel));
    CHECK(converted(from, {.part = area{628, 1342, 2, 2}})); // the last that is within
    for (const area& part : {area{-1, 0, 5, 5}, area{0, 0, 0, 5}, area{0, 1340, 5, 5},
                             area{629, 0, 2, 2}, area{5, 5, 2147483647, 2147483647}})
        CHECK_FALSE(converted(from, {.part = part}));
}

TEST_CASE("a picture that is as asked for already is passed on", "[screen]")
{
    const image original = samples::gradient(panel);
    for (const auto& from : {as_png(original), as_frame(original, 1)}) {
        const auto shown = converted(from, {.format = from.format, .max_edge = 640});
        REQUIRE(shown);
        CHECK(shown->data == from.data);
    }
    const auto turned_frame = as_frame(original, 3);
    const auto shown = converted(turned_frame, {.format = picture_format::jpeg, .max_edge = 640});
    REQUIRE(shown);
    CHECK(shown->data != turned_frame.data);
}

TEST_CASE("a small panel is enlarged to the size of a screenshot", "[screen]")
{
    const image original = samples::gradient(panel);
    for (const auto& from : {as_png(original), as_frame(original, 6)})
        for (const auto format : all_formats) {
            const auto shown = converted(from, {.format = format});
            REQUIRE(shown);
            CHECK(shown->size == scaled_size(from.size));
        }
}

TEST_CASE("a broken picture is refused", "[screen]")
{
    const image original = samples::gradient(panel);
    CHECK_FALSE(converted({}, {}));
    CHECK_FALSE(reduced({}, edge));
    for (picture from : {as_png(original), as_frame(original, 6)}) {
        from.data = std::make_shared<const bytes>(from.data->begin(), from.data->end() - 100);
        for (const auto format : all_formats)
            CHECK_FALSE(converted(from, {.format = format, .max_edge = edge}));
        const int own = std::max(panel.width, panel.height); // nothing needs doing then
        CHECK_FALSE(converted(from, {.format = from.format, .max_edge = own}));
        CHECK_FALSE(reduced(from, edge));
    }
    picture unknown = as_png(original);
    unknown.format = picture_format::webp;
    CHECK_FALSE(converted(unknown, {}));
}

TEST_CASE("a small copy is upright and like the picture", "[screen]")
{
    const image stored = samples::gradient(panel);
    for (int orientation = 1; orientation <= 8; ++orientation) {
        const image upright = turned(stored, exif::turning_of(orientation));
        const auto small = reduced(as_frame(stored, orientation), 100);
        REQUIRE(small);
        REQUIRE(small->size() == scaled_size(upright.size(), 100));
        CHECK(samples::likeness(*small, scaled(upright, small->size())) > 35);
    }
    CHECK(reduced(as_png(stored), 100)->size() == pixel_size{47, 100});
    CHECK(reduced(as_png(stored), 1000)->size() == pixel_size{469, 1000});
}

} // namespace thimble::screen
