// The means over areas, against OpenCV's.
#include "screen/area_shrink.hpp"
#include "screen/scale.hpp"
#include "tests/catch2.hpp"
#include "tests/screen/sample_pictures.hpp"

#include <opencv2/imgproc.hpp>

#include <rapidcheck.h>

namespace thimble::screen {

namespace {

/// The picture as OpenCV shrinks it.
image shrunk_by_opencv(image from, pixel_size to)
{
    image result(to);
    const cv::Mat source(from.size().height, from.size().width, CV_8UC3, from.pixels().data());
    cv::Mat target(to.height, to.width, CV_8UC3, result.pixels().data());
    cv::resize(source, target, target.size(), 0, 0, cv::INTER_AREA);
    return result;
}

/// Lines of one pixel, black and white: what text is made of.
image stripes(pixel_size size)
{
    image result(size);
    for (std::size_t at = 0; at < result.pixels().size(); ++at) {
        const auto column = at / image::channels % static_cast<std::size_t>(size.width);
        const auto row = at / result.row_bytes();
        result.pixels()[at] = (column * row) % 3 == 0 ? 255 : 0;
    }
    return result;
}

} // namespace

TEST_CASE("each new sample has all weight there is", "[screen]")
{
    REQUIRE(rc::check([] {
        const int to = *rc::gen::inRange(1, 200);
        const int from = to + *rc::gen::inRange(0, 400);
        const area_axis axis(from, to, {.offset = 0, .scale = static_cast<double>(from) / to});
        RC_ASSERT(axis.size() == static_cast<std::size_t>(to));
        for (std::size_t at = 0; at < axis.size(); ++at) {
            std::uint32_t sum = 0;
            for (std::size_t tap = 0; tap < axis.taps(); ++tap) {
                const std::uint32_t weight = axis.weights(at)[tap];
                sum += weight;
                RC_ASSERT(weight == 0 || axis.first(at) + tap < static_cast<std::size_t>(from));
            }
            RC_ASSERT(sum + 1 >= area_axis::unit && sum <= area_axis::unit);
        }
    }));
}

TEST_CASE("what lies beyond the old samples does not count", "[screen]")
{
    const area_axis axis(4, 3, {.offset = -2, .scale = 3});
    CHECK(axis.first(0) == 0);
    CHECK(axis.weights(0)[0] >= 65535);
    CHECK(axis.first(1) == 1);
    CHECK(axis.weights(1)[0] > 20000);
    CHECK(axis.first(2) == 3); // where there is nothing, the last one
    CHECK(axis.weights(2)[0] >= 65535);
}

TEST_CASE("shrinking is within one of OpenCV's mean over areas", "[screen]")
{
    REQUIRE(rc::check([] {
        const pixel_size to{.width = *rc::gen::inRange(1, 60), .height = *rc::gen::inRange(1, 60)};
        const pixel_size from{.width = to.width + *rc::gen::inRange(0, 150),
                              .height = to.height + *rc::gen::inRange(0, 150)};
        RC_PRE(can_shrink({.x = 0, .y = 0, .width = from.width, .height = from.height}, to));
        for (const image& original : {samples::noise(from), stripes(from)}) {
            const image shrunk = scaled(original, to);
            RC_ASSERT(samples::largest_difference(shrunk, shrunk_by_opencv(original, to)) <= 1);
        }
    }));
}

TEST_CASE("screens shrink to their screenshot like OpenCV's", "[screen]")
{
    for (const pixel_size panel : {pixel_size{1290, 2796}, pixel_size{1179, 2556},
                                   pixel_size{2752, 2064}, pixel_size{1366, 1025}}) {
        const image original = stripes(panel);
        const pixel_size to = scaled_size(panel);
        CHECK(samples::largest_difference(scaled(original, to), shrunk_by_opencv(original, to)) <=
              1);
    }
}

TEST_CASE("black and white stay what they are", "[screen]")
{
    for (const int value : {0, 255})
        for (const pixel_size to : {pixel_size{333, 777}, pixel_size{50, 100}, pixel_size{9, 17}}) {
            image plain({400, 800});
            std::ranges::fill(plain.pixels(), static_cast<std::uint8_t>(value));
            const image shrunk = scaled(plain, to);
            CHECK(std::ranges::all_of(shrunk.pixels(), [&](int each) { return each == value; }));
        }
}

TEST_CASE("a part shrinks as it would alone", "[screen]")
{
    const image whole = samples::noise({97, 83});
    const area part{.x = 13, .y = 7, .width = 61, .height = 70};
    CHECK(samples::largest_difference(scaled(whole, part, {29, 31}),
                                      scaled(cropped(whole, part), {29, 31})) == 0);
}

TEST_CASE("a picture may shrink to hardly anything", "[screen]")
{
    const image original = samples::noise({3000, 20});
    CHECK(samples::largest_difference(scaled(original, {7, 1}),
                                      shrunk_by_opencv(original, {7, 1})) <= 1);
}

} // namespace thimble::screen
