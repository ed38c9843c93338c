// Pictures of video: what they look like as PNG and JPEG.
#include "screen/conversion.hpp"
#include "screen/encode.hpp"
#include "screen/jpeg.hpp"
#include "screen/png.hpp"
#include "screen/video_picture.hpp"
#include "tests/catch2.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace thimble::tests {
namespace {

using namespace screen;
using colour = std::array<int, 3>;

constexpr colour red{200, 40, 40};
constexpr colour green{40, 180, 60};
constexpr colour blue{50, 70, 210};
constexpr colour grey{120, 120, 120};

/// By the definition of the two standards.
std::array<std::uint8_t, 3> samples_of(const colour& what, const video_colours& as)
{
    const bool new_weights = as.by == video_colours::matrix::bt709;
    const double of_red = new_weights ? 0.2126 : 0.299;
    const double of_blue = new_weights ? 0.0722 : 0.114;
    const double y = of_red * what[0] + (1 - of_red - of_blue) * what[1] + of_blue * what[2];
    const double cb = (what[2] - y) / (2 * (1 - of_blue));
    const double cr = (what[0] - y) / (2 * (1 - of_red));
    const auto sample = [](double value) {
        return static_cast<std::uint8_t>(std::lround(std::min(255.0, value)));
    };
    if (as.full_range)
        return {sample(y), sample(128 + cb), sample(128 + cr)};
    return {sample(16 + y * 219 / 255), sample(128 + cb * 224 / 255), sample(128 + cr * 224 / 255)};
}

void fill(video_picture& to, const area& part, const colour& what)
{
    const auto samples = samples_of(what, to.colours);
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const int step = channel == 0 ? 1 : 2;
        auto& one = to.planes.each.at(channel);
        for (int y = part.y / step; y * step < part.y + part.height && y < one.size.height; ++y)
            for (int x = part.x / step; x * step < part.x + part.width && x < one.size.width; ++x)
                one.samples[(static_cast<std::size_t>(y) * one.width()) +
                            static_cast<std::size_t>(x)] = samples.at(channel);
    }
}

/// Quarters: red, green, blue, grey; with edges that are odd, as a phone's may be.
std::shared_ptr<video_picture> quarters(const video_colours& as,
                                        pixel_size size = {.width = 225, .height = 487})
{
    auto made = std::make_shared<video_picture>();
    made->colours = as;
    made->planes = {.size = size, .across = 2, .down = 2, .each = {}};
    made->planes.each = {plane(size),
                         plane({.width = (size.width + 1) / 2, .height = (size.height + 1) / 2}),
                         plane({.width = (size.width + 1) / 2, .height = (size.height + 1) / 2})};
    const int x = size.width / 4 * 2;
    const int y = size.height / 4 * 2;
    fill(*made, {.x = 0, .y = 0, .width = x, .height = y}, red);
    fill(*made, {.x = x, .y = 0, .width = size.width - x, .height = y}, green);
    fill(*made, {.x = 0, .y = y, .width = x, .height = size.height - y}, blue);
    fill(*made, {.x = x, .y = y, .width = size.width - x, .height = size.height - y}, grey);
    return made;
}

picture picture_of(std::shared_ptr<const video_picture> what)
{
    picture result;
    result.size = what->upright();
    result.video = std::move(what);
    return result;
}

int difference(const image& from, int x, int y, const colour& expected)
{
    const auto at = (static_cast<std::size_t>(y) * from.row_bytes()) +
                    (static_cast<std::size_t>(x) * image::channels);
    int most = 0;
    for (std::size_t channel = 0; channel < 3; ++channel)
        most = std::max(most, std::abs(from.pixels()[at + channel] - expected.at(channel)));
    return most;
}

/// Of the middles of the quarters, from the top left.
int difference(const image& shown, const std::array<colour, 4>& expected)
{
    const auto [width, height] = shown.size();
    return std::max({difference(shown, width / 4, height / 4, expected[0]),
                     difference(shown, width * 3 / 4, height / 4, expected[1]),
                     difference(shown, width / 4, height * 3 / 4, expected[2]),
                     difference(shown, width * 3 / 4, height * 3 / 4, expected[3])});
}

constexpr std::array<colour, 4> as_it_lies{red, green, blue, grey};

image decoded(const picture& what)
{
    auto pixels =
        what.format == picture_format::jpeg ? decode_jpeg(*what.data) : decode_png(*what.data);
    REQUIRE(pixels);
    return std::move(*pixels);
}

constexpr std::array all_colours{
    video_colours{.by = video_colours::matrix::bt601, .full_range = true},
    video_colours{.by = video_colours::matrix::bt601, .full_range = false},
    video_colours{.by = video_colours::matrix::bt709, .full_range = true},
    video_colours{.by = video_colours::matrix::bt709, .full_range = false}};

} // namespace

TEST_CASE("video looks the same in every format, whatever its colours are", "[screen]")
{
    for (const auto& colours : all_colours) {
        const auto from = picture_of(quarters(colours));
        for (const auto format :
             {picture_format::png, picture_format::jpeg, picture_format::webp}) {
            const auto made = converted(from, {.format = format, .quality = 95, .max_edge = 200});
            REQUIRE(made);
            CHECK(made->format == format);
            CHECK(made->size == pixel_size{.width = 92, .height = 200});
            if (format == picture_format::webp)
                continue;
            const auto shown = decoded(*made);
            CHECK(shown.size() == made->size);
            CHECK(difference(shown, as_it_lies) <= 4);
        }
    }
}

TEST_CASE("video in its own size and larger can be shown", "[screen]")
{
    const auto from = picture_of(quarters(all_colours[3]));
    for (const int edge : {487, 1344})
        for (const auto format : {picture_format::png, picture_format::jpeg}) {
            const auto made = converted(from, {.format = format, .quality = 95, .max_edge = edge});
            REQUIRE(made);
            CHECK(made->size.height == edge);
            CHECK(difference(decoded(*made), as_it_lies) <= 4);
        }
}

TEST_CASE("a part of video is shown as large as it is", "[screen]")
{
    const auto from = picture_of(quarters(all_colours[0], {.width = 620, .height = 1344}));
    const auto made =
        converted(from, {.format = picture_format::png,
                         .part = area{.x = 320, .y = 10, .width = 100, .height = 60}});
    REQUIRE(made);
    CHECK(made->size == pixel_size{.width = 100, .height = 60});
    const auto shown = decoded(*made);
    CHECK(difference(shown, 50, 30, green) <= 4);
    CHECK_FALSE(converted(from, {.part = area{.x = 600, .y = 0, .width = 30, .height = 10}}));
}

TEST_CASE("video of a phone that lies on a side comes upright", "[screen]")
{
    const struct {
        turning how;
        std::array<colour, 4> shown;
    } cases[]{{{.transposed = true, .mirrored = true}, {blue, red, grey, green}}, // clockwise
              {{.mirrored = true, .flipped = true}, {grey, blue, green, red}},
              {{.transposed = true, .flipped = true}, {green, grey, red, blue}}};
    for (const auto& each : cases) {
        const auto lying = quarters(all_colours[2]);
        lying->turned = each.how;
        const auto from = picture_of(lying);
        for (const auto format : {picture_format::png, picture_format::jpeg}) {
            const auto made = converted(from, {.format = format, .quality = 95, .max_edge = 201});
            REQUIRE(made);
            CHECK((made->size.width > made->size.height) == each.how.transposed);
            CHECK(difference(decoded(*made), each.shown) <= 4);
        }
        const auto small = reduced(from, 100);
        REQUIRE(small);
        CHECK(difference(*small, each.shown) <= 4);
    }
}

TEST_CASE("a small copy of video is as good as one of its pixels", "[screen]")
{
    const auto from = picture_of(quarters(all_colours[1]));
    const auto small = reduced(from, 128);
    REQUIRE(small);
    CHECK(small->size() == pixel_size{.width = 59, .height = 128});
    CHECK(difference(*small, as_it_lies) <= 4);
    const auto large = reduced(from, 600);
    REQUIRE(large);
    CHECK(large->size().height == 600);
    CHECK(difference(*large, as_it_lies) <= 4);
}

TEST_CASE("a picture that has nothing is empty", "[screen]")
{
    CHECK(picture{}.empty());
    CHECK_FALSE(picture_of(quarters(all_colours[0])).empty());
    CHECK_FALSE(converted(picture{}, {}));
}

} // namespace thimble::tests
