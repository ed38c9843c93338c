// Cost of making a screenshot of a phone's picture, against OpenCV's reading, shrinking and writing
// on one thread: bench_pictures [ROUNDS]. Ends with 1 when it costs more than it may, when what
// comes out is unlike OpenCV's or much larger, or when two threads do not do nearly twice as much
// as one.
#include "bench/command_line.hpp"
#include "bench/measurement.hpp"
#include "bench/phone_screens.hpp"
#include "screen/conversion.hpp"
#include "screen/jpeg.hpp"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <cstdio>
#include <ctime>
#include <future>
#include <stdexcept>

namespace thimble::bench {

namespace {

using screen::picture_format;

constexpr double allowed_png = 0.40; // of the time that OpenCV takes
constexpr double allowed_jpeg = 0.30;
constexpr double allowed_size = 1.3;  // of libpng's default level
constexpr double least_likeness = 37; // decibels
constexpr double allowed_loss = 0.5;  // decibels that a JPEG may be worse than OpenCV's
constexpr double least_gain = 1.8;    // of a second thread
constexpr int quality = 80;

using encoded = std::vector<unsigned char>;

encoded written(const cv::Mat& pixels, picture_format format, int png_level = -1)
{
    encoded result;
    std::vector<int> how;
    if (format == picture_format::jpeg)
        how = {cv::IMWRITE_JPEG_QUALITY, quality};
    else if (png_level >= 0)
        how = {cv::IMWRITE_PNG_COMPRESSION, png_level};
    cv::imencode(format == picture_format::jpeg ? ".jpg" : ".png", pixels, result, how);
    return result;
}

cv::Mat shrunk(const encoded& from)
{
    const cv::Mat whole = cv::imdecode(from, cv::IMREAD_COLOR);
    const auto to = screen::scaled_size({.width = whole.cols, .height = whole.rows});
    cv::Mat result;
    cv::resize(whole, result, {to.width, to.height}, 0, 0, cv::INTER_AREA);
    return result;
}

screen::picture picture_of(const encoded& from, const cv::Mat& pixels, picture_format format)
{
    screen::bytes data;
    for (const auto each : from)
        data.push_back(static_cast<std::byte>(each));
    return {.format = format,
            .size = {.width = pixels.cols, .height = pixels.rows},
            .data = std::make_shared<const screen::bytes>(std::move(data))};
}

screen::picture our_way(const screen::picture& from)
{
    auto result = screen::converted(from, {.format = from.format, .quality = quality});
    if (!result)
        throw std::runtime_error(result.error());
    return *result;
}

cv::Mat pixels_of(const screen::picture& from)
{
    encoded data;
    for (const auto each : *from.data)
        data.push_back(std::to_integer<unsigned char>(each));
    return cv::imdecode(data, cv::IMREAD_COLOR);
}

bool says(bool holds, const char* what)
{
    if (!holds)
        std::printf("      too bad: %s\n", what);
    return holds;
}

void print(const char* name, const char* format, const comparison& times)
{
    std::printf("%-5s %-4s OpenCV %6.1f ms, here %6.1f ms: %.2f;", name, format,
                times.direct.quantile(0.5).count(), times.ours.quantile(0.5).count(),
                times.ratio());
}

comparison times_of(const encoded& given, const screen::picture& from, int rounds)
{
    return compare(
        2, rounds, [&] { (void)written(shrunk(given), from.format); },
        [&] { (void)our_way(from); });
}

bool measure_png(const phone_screen& on, int rounds)
{
    const encoded given = written(on.pixels, picture_format::png, 6);
    const auto from = picture_of(given, on.pixels, picture_format::png);
    const auto times = times_of(given, from, rounds);
    const cv::Mat expected = shrunk(given);
    const auto made = our_way(from);
    const double likeness = cv::PSNR(pixels_of(made), expected);
    const double size = static_cast<double>(made.data->size()) /
                        static_cast<double>(written(expected, picture_format::png, 6).size());
    print(on.name.c_str(), "PNG", times);
    std::printf(" %.1f dB, %.2f of the size\n", likeness, size);
    const bool quick = says(times.ratio() <= allowed_png, "the time");
    const bool alike = says(likeness >= least_likeness, "the likeness");
    return says(size <= allowed_size, "the size") && quick && alike;
}

bool measure_jpeg(const phone_screen& on, int rounds)
{
    const encoded given = written(on.pixels, picture_format::jpeg);
    const auto from = picture_of(given, on.pixels, picture_format::jpeg);
    const auto times = times_of(given, from, rounds);
    const cv::Mat exact = shrunk(given); // before it is written
    const double likeness = cv::PSNR(pixels_of(our_way(from)), exact);
    const double theirs =
        cv::PSNR(cv::imdecode(written(exact, picture_format::jpeg), cv::IMREAD_COLOR), exact);
    print(on.name.c_str(), "JPEG", times);
    std::printf(" %.1f dB, OpenCV %.1f dB\n", likeness, theirs);
    const bool quick = says(times.ratio() <= allowed_jpeg, "the time");
    return says(likeness >= theirs - allowed_loss, "the likeness") && quick;
}

/// Gain of two threads over one, each with its own picture.
bool measure_threads(const std::vector<phone_screen>& screens, picture_format format, int rounds)
{
    const auto source = [&] {
        const auto& pixels = screens.front().pixels;
        return picture_of(written(pixels, format), pixels, format);
    };
    const auto one = source();
    const auto other = source();
    const auto convert_some = [](const screen::picture& from) {
        for (int i = 0; i < 4; ++i)
            (void)our_way(from);
    };
    std::clock_t together = 0; // processor time, which other work on the machine does not change
    std::clock_t in_turn = 0;
    const auto times = compare(
        1, rounds,
        [&] {
            const auto before = std::clock();
            {
                auto beside = std::async(std::launch::async, [&] { convert_some(other); });
                convert_some(one);
                beside.get();
            }
            together += std::clock() - before;
        },
        [&] {
            const auto before = std::clock();
            convert_some(one);
            convert_some(other);
            in_turn += std::clock() - before;
        });
    // The best of the rounds: whatever else the machine does only takes away from it.
    const double gain = times.ours.quantile(0) / times.direct.quantile(0);
    std::printf("two threads, %s: %.2f times as much as one, %.2f by processor time\n",
                format == picture_format::png ? "PNG" : "JPEG", gain,
                2 * static_cast<double>(in_turn) / static_cast<double>(together));
    return says(gain >= least_gain, "the second thread");
}

bool run(int rounds)
{
    cv::setNumThreads(1);
    const auto screens = phone_screens();
    bool good = true;
    for (const auto& each : screens)
        good = measure_png(each, rounds) && good;
    for (const auto& each : screens)
        good = measure_jpeg(each, rounds) && good;
    for (const auto format : {picture_format::png, picture_format::jpeg})
        good = measure_threads(screens, format, rounds) && good;
    return good;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "ROUNDS", .usual = 21}},
        [](const auto& numbers) { return thimble::bench::run(numbers[0]); });
}
