#include "tests/virtualphone/os/handset.hpp"

#include <cstdio>
// jpeglib.h wants FILE to be known already.
#include <jpeglib.h>
#include <png.h>
#include <set>

using thimble::tests::handset;
using thimble::virtualphone::encoded_picture;
using thimble::virtualphone::turned;

namespace {

struct decoded {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;

    std::uint32_t at(int x, int y) const
    {
        const auto i = (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                        static_cast<std::size_t>(x)) *
                       3;
        return static_cast<std::uint32_t>(rgb[i] << 16U | rgb[i + 1] << 8U | rgb[i + 2]);
    }

    std::size_t colors() const
    {
        std::set<std::uint32_t> seen;
        for (int y = 0; y < height; y += 3)
            for (int x = 0; x < width; x += 3)
                seen.insert(at(x, y));
        return seen.size();
    }
};

decoded decode_png(const encoded_picture& file)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    REQUIRE(png_image_begin_read_from_memory(&image, file->data(), file->size()) != 0);
    image.format = PNG_FORMAT_RGB;
    decoded out{.width = static_cast<int>(image.width),
                .height = static_cast<int>(image.height),
                .rgb = {}};
    out.rgb.resize(PNG_IMAGE_SIZE(image));
    REQUIRE(png_image_finish_read(&image, nullptr, out.rgb.data(), 0, nullptr) != 0);
    return out;
}

std::pair<int, int> size_of_jpeg(const encoded_picture& file)
{
    jpeg_decompress_struct image{};
    jpeg_error_mgr errors{};
    image.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&image);
    jpeg_mem_src(&image, file->data(), file->size());
    jpeg_read_header(&image, TRUE);
    const std::pair size{static_cast<int>(image.image_width), static_cast<int>(image.image_height)};
    jpeg_destroy_decompress(&image);
    return size;
}

} // namespace

TEST_CASE("pictures have the panel's pixels, upright", "[virtualphone]")
{
    for (const auto& model : thimble::virtualphone::models()) {
        INFO(model.name);
        handset phone(model.name);
        const auto portrait = decode_png(phone.os.frame_png());
        CHECK(portrait.width == model.width_px);
        CHECK(portrait.height == model.height_px);
        phone.os.launch("com.thimble.sketch", phone.now);
        phone.os.rotate_device(turned::landscape_left, phone.now);
        const auto landscape = decode_png(phone.os.frame_png());
        CHECK(landscape.width == model.height_px);
        CHECK(landscape.height == model.width_px);
        CHECK(size_of_jpeg(phone.os.frame_jpeg(80)) == std::pair(model.height_px, model.width_px));
    }
}

TEST_CASE("the home screen is a picture worth looking at", "[virtualphone]")
{
    handset phone;
    CHECK(decode_png(phone.os.frame_png()).colors() > 300);
}

TEST_CASE("Sketch draws where the finger was and nowhere else", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.thimble.sketch", phone.now);
    phone.tap({.x = 20, .y = 600}); // so that the same words stand above both pictures
    const auto before = decode_png(phone.os.frame_png());
    phone.stroke({.x = 100, .y = 300}, {.x = 250, .y = 300}, 200);
    const auto after = decode_png(phone.os.frame_png());
    CHECK(before.at(175 * 3, 300 * 3) != after.at(175 * 3, 300 * 3));
    CHECK(before.at(175 * 3, 312 * 3) == after.at(175 * 3, 312 * 3));
    CHECK(before.at(20 * 3, 600 * 3) == after.at(20 * 3, 600 * 3));
}

TEST_CASE("an unchanged screen is encoded once", "[virtualphone]")
{
    handset phone;
    const auto first = phone.os.frame_png();
    phone.wait(60'000);
    CHECK(phone.os.frame_png() == first); // the very same file
    const auto jpeg = phone.os.frame_jpeg(70);
    CHECK(phone.os.frame_jpeg(70) == jpeg);
    CHECK(phone.os.frame_jpeg(30) != jpeg);
    phone.choose("Icon", "Clock");
    CHECK(*phone.os.frame_png() != *first);
}

TEST_CASE("a sleeping phone is black", "[virtualphone]")
{
    handset phone;
    phone.os.lock(phone.now);
    const auto picture = decode_png(phone.os.frame_png());
    CHECK(picture.colors() == 1);
    CHECK(picture.at(100, 100) == 0);
}

TEST_CASE("the same phone in the same state gives the same picture", "[virtualphone]")
{
    handset one;
    handset other;
    one.os.launch("com.apple.Preferences", one.now);
    other.os.launch("com.apple.Preferences", other.now);
    other.wait(123'456);
    CHECK(*one.os.frame_png() == *other.os.frame_png());
}
