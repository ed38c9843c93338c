// Video from an encoder, picture by picture.
#include "screen/hevc_decoder.hpp"
#include "tests/catch2.hpp"
#include "tests/video/hevc_stream.hpp"

#include <algorithm>
#include <cmath>

namespace thimble::tests {
namespace {

using namespace screen;

std::vector<std::byte> units(const coded_picture& of)
{
    return with_lengths(of);
}

/// Of the picture, with JPEG's colours.
image shown(const video_picture& what)
{
    const auto size = what.planes.size;
    auto planes =
        shrunk(what.planes, {.x = 0, .y = 0, .width = size.width, .height = size.height}, size, {});
    to_jpeg_colours(planes, what.colours);
    return pixels_of(planes);
}

int difference_at(const image& from, int x, int y, const std::array<int, 3>& expected)
{
    const auto at = (static_cast<std::size_t>(y) * from.row_bytes()) +
                    (static_cast<std::size_t>(x) * image::channels);
    int most = 0;
    for (std::size_t channel = 0; channel < 3; ++channel)
        most = std::max(most, std::abs(from.pixels()[at + channel] - expected.at(channel)));
    return most;
}

constexpr std::array<int, 3> white{255, 255, 255};

void check_bars(const std::vector<coded_picture>& stream, const video_colours& colours)
{
    hevc_decoder decoder;
    for (std::size_t nth = 0; nth < stream.size(); ++nth) {
        REQUIRE(decoder.decode(units(stream[nth])));
        REQUIRE(decoder.has_picture()); // at once: none waits for another
        const auto picture = decoder.newest();
        REQUIRE(picture);
        CHECK(picture->planes.size == pixel_size{.width = 130, .height = 98});
        CHECK(picture->colours == colours);
        const auto pixels = shown(*picture);
        const int square = square_left(static_cast<int>(nth));
        CHECK(difference_at(pixels, square + 8, 46, white) <= 8);
        CHECK(difference_at(pixels, 6, 6, quarter_colours[0]) <= 8);
        CHECK(difference_at(pixels, 124, 6, quarter_colours[1]) <= 8);
        CHECK(difference_at(pixels, 6, 92, quarter_colours[2]) <= 8);
        CHECK(difference_at(pixels, 124, 92, quarter_colours[3]) <= 8);
    }
}

} // namespace

TEST_CASE("each picture of a stream is there as soon as it is decoded", "[video]")
{
    check_bars(bars_709_full(), {.by = video_colours::matrix::bt709, .full_range = true});
    check_bars(bars_601_limited(), {.by = video_colours::matrix::bt601, .full_range = false});
}

TEST_CASE("padding that a stream does not tell of can be left out", "[video]")
{
    hevc_decoder decoder;
    REQUIRE(decoder.decode(units(bars_709_full().front())));
    const auto picture = decoder.newest(pixel_size{.width = 99, .height = 300});
    REQUIRE(picture);
    CHECK(picture->planes.size == pixel_size{.width = 99, .height = 98});
    CHECK(picture->planes.each[1].size == pixel_size{.width = 50, .height = 49});
    CHECK(difference_at(shown(*picture), 96, 6, quarter_colours[1]) <= 8);
    CHECK_FALSE(decoder.newest(pixel_size{}));
}

TEST_CASE("a picture whose reference is missing is an error, and a key mends it", "[video]")
{
    const auto stream = bars_709_full();
    hevc_decoder decoder;
    CHECK_FALSE(decoder.has_picture());
    CHECK_FALSE(decoder.newest());
    REQUIRE(decoder.decode(units(stream[0])));
    REQUIRE(decoder.decode(units(stream[1])));
    const auto how = decoder.decode(units(stream[5]));
    CHECK_FALSE(how);
    CHECK_FALSE(decoder.has_picture());
    decoder.reset();
    REQUIRE(decoder.decode(units(stream[0])));
    CHECK(decoder.has_picture());
}

TEST_CASE("a stream may go on with other parameters", "[video]")
{
    hevc_decoder decoder;
    REQUIRE(decoder.decode(units(bars_709_full().front())));
    decoder.reset();
    REQUIRE(decoder.decode(units(bars_601_limited().front())));
    CHECK_FALSE(decoder.newest()->colours.full_range);
}

TEST_CASE("units that are cut off are refused", "[video]")
{
    auto cut = units(bars_709_full().front());
    cut.resize(cut.size() - 1);
    hevc_decoder decoder;
    CHECK_FALSE(decoder.decode(cut));
    decoder.reset();
    CHECK_FALSE(decoder.decode(std::vector<std::byte>(3)));
    decoder.reset();
    CHECK_FALSE(decoder.decode(std::vector<std::byte>(9)));
}

TEST_CASE("bytes that are no video do no harm", "[video]")
{
    std::uint32_t seed = 1;
    for (int run = 0; run < 200; ++run) {
        auto broken = units(bars_709_full().front());
        for (int each = 0; each < 3; ++each) {
            seed = seed * 1'664'525 + 1'013'904'223;
            broken[4 + (seed >> 8U) % (broken.size() - 4)] ^= static_cast<std::byte>(seed >> 4U);
        }
        hevc_decoder decoder;
        static_cast<void>(decoder.decode(broken));
        static_cast<void>(decoder.newest());
    }
}

} // namespace thimble::tests
