// The picture as an encoder wants it.
#include "tests/catch2.hpp"
#include "virtualphone/media/planes.hpp"

#include <array>
#include <string>

namespace thimble::virtualphone::tests {
namespace {

using media::bytes;
using media::picture_size;

constexpr std::size_t line = 6; // "FRAME\n"

picture_size coded(std::string_view name)
{
    const model* hardware = find_model(name);
    REQUIRE(hardware != nullptr);
    return media::coded_size(*hardware);
}

/// Upright, 4 wide and 2 high: the first pixel is white and the others are black.
raw_picture marked()
{
    raw_picture result{.pixels = bytes(std::size_t{4} * 2 * 4), .width = 4, .height = 2};
    for (std::size_t at = 0; at < 3; ++at)
        result.pixels[at] = 255;
    return result;
}

} // namespace

TEST_CASE("coded pictures are larger than the panel", "[media]")
{
    CHECK(coded("iPhone 15 Pro") == picture_size{1184, 2576});
    CHECK(coded("iPhone 16 Pro Max") == picture_size{1328, 2896});
    CHECK(media::told_size(*find_model("iPhone 15 Pro")) == picture_size{1184, 2560});
}

TEST_CASE("white, black and red have their codes", "[media]")
{
    struct colour {
        std::array<std::uint8_t, 4> pixel; // blue, green, red
        std::array<std::uint8_t, 3> codes;
    };
    for (const colour& each :
         {colour{{255, 255, 255, 0}, {235, 128, 128}}, colour{{0, 0, 0, 0}, {16, 128, 128}},
          colour{{0, 0, 255, 0}, {63, 102, 240}}}) {
        raw_picture picture{.pixels = {}, .width = 2, .height = 2};
        for (int pixel = 0; pixel < 4; ++pixel)
            picture.pixels.insert(picture.pixels.end(), each.pixel.begin(), each.pixel.end());
        const bytes frame = media::frame_of(picture, turned::portrait, {2, 2});
        REQUIRE(frame.size() == line + 6);
        CHECK(std::string(frame.begin(), frame.begin() + line) == "FRAME\n");
        CHECK(frame[line] == each.codes[0]);
        CHECK(frame[line + 4] == each.codes[1]);
        CHECK(frame[line + 5] == each.codes[2]);
    }
}

TEST_CASE("the picture lies as the panel does, however the interface lies", "[media]")
{
    struct lying {
        turned how;
        picture_size panel;
        std::size_t white; // the place of the interface's first pixel
    };
    const std::array<lying, 4> all{{{turned::portrait, {4, 2}, 0},
                                    {turned::upside_down, {4, 2}, 7},
                                    {turned::landscape_left, {2, 4}, 1},
                                    {turned::landscape_right, {2, 4}, 6}}};
    for (const lying& each : all) {
        const bytes frame = media::frame_of(marked(), each.how, each.panel);
        for (std::size_t at = 0; at < 8; ++at)
            CHECK(frame[line + at] == (at == each.white ? 235 : 16));
    }
}

TEST_CASE("beyond the panel its last pixels are repeated", "[media]")
{
    raw_picture picture{.pixels = bytes(std::size_t{2} * 2 * 4, 255), .width = 2, .height = 2};
    const bytes frame = media::frame_of(picture, turned::portrait, {4, 4});
    REQUIRE(frame.size() == line + 24);
    for (std::size_t at = 0; at < 16; ++at)
        CHECK(frame[line + at] == 235);
}

TEST_CASE("the line in front of all frames names their size", "[media]")
{
    const bytes header = media::stream_header({1136, 2464});
    CHECK(std::string(header.begin(), header.end()).starts_with("YUV4MPEG2 W1136 H2464 F60:1 "));
}

} // namespace thimble::virtualphone::tests
