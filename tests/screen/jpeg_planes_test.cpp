#include "screen/exif.hpp"
#include "screen/jpeg_planes.hpp"
#include "screen/scale.hpp"
#include "tests/catch2.hpp"
#include "tests/screen/sample_pictures.hpp"

namespace thimble::screen {

namespace {

jpeg_planes planes_of(const bytes& jpeg)
{
    const auto header = read_jpeg_header(jpeg);
    REQUIRE(header);
    REQUIRE(has_planes(*header));
    auto planes = decode_jpeg_planes(jpeg, *header);
    REQUIRE(planes);
    return std::move(*planes);
}

} // namespace

TEST_CASE("planes have even edges, whatever the picture has", "[screen]")
{
    const auto planes = planes_of(encode_jpeg(samples::gradient({90, 60}), 95));
    const auto small = shrunk(planes, {.x = 0, .y = 0, .width = 90, .height = 60}, {31, 21}, {});
    CHECK(small.size == pixel_size{31, 21});
    CHECK(small.each[0].size == pixel_size{32, 22});
    CHECK(small.each[1].size == pixel_size{16, 11});
    CHECK(small.each[2].size == pixel_size{16, 11});
    const auto on_its_side = turned(
        shrunk(planes, {.x = 0, .y = 0, .width = 90, .height = 60}, {31, 21}, exif::turning_of(6)),
        exif::turning_of(6));
    CHECK(on_its_side.size == pixel_size{21, 31});
    CHECK(on_its_side.each[0].size == pixel_size{22, 32});
}

TEST_CASE("a turned picture of odd edges is the same to its last pixel", "[screen]")
{
    const pixel_size size{91, 61};
    const area whole{.x = 0, .y = 0, .width = size.width, .height = size.height};
    const image stored = samples::gradient(size);
    const auto planes = planes_of(encode_jpeg(stored, 100));
    for (int orientation = 1; orientation <= 8; ++orientation) {
        INFO("orientation " << orientation);
        const auto how = exif::turning_of(orientation);
        const image expected = turned(scaled(stored, {33, 21}), how);
        const auto back =
            decode_jpeg(encode_jpeg(turned(shrunk(planes, whole, {33, 21}, how), how), 100));
        REQUIRE(back);
        REQUIRE(back->size() == expected.size());
        CHECK(samples::largest_difference(*back, expected) <= 8);
    }
}

} // namespace thimble::screen
