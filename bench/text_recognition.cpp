// Time for reading the text on a phone's screen, against Tesseract as it comes: its own layout and
// threads, on the panel's own pixels. bench_text_recognition [ROUNDS]. Ends with 1 when it takes as
// long, or reads less.
#include "screen/text_recognition.hpp"

#include "bench/measurement.hpp"
#include "bench/phone_screens.hpp"
#include "screen/encode.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <tesseract/baseapi.h>

namespace thimble::bench {

namespace {

/// Of the words that Tesseract reads as it comes. Its own layout reads captions between photos that
/// the sparse one takes for parts of them, but joins what stands side by side.
constexpr double least_words = 0.9;

/// All that phone_screens() writes.
const std::set<std::string> written{"9:41",    "Settings", "battery", "of",    "yesterday",
                                    "message", "and",      "Wi-Fi",   "12:45", "privacy",
                                    "photos",  "for",      "all",     "update"};

struct result {
    measurement took;
    std::size_t words = 0; // that were drawn, on all screens
};

std::size_t words_in(const std::string& text)
{
    std::istringstream in(text);
    std::size_t out = 0;
    for (std::string word; in >> word;)
        out += written.count(word);
    return out;
}

/// Before anything else: the other way keeps Tesseract to one thread from then on.
std::vector<result> as_it_comes(const std::vector<phone_screen>& screens, int rounds)
{
    ::tesseract::TessBaseAPI engine;
    if (engine.Init(nullptr, "eng", ::tesseract::OEM_LSTM_ONLY) != 0)
        throw std::runtime_error("there is no data for English");
    engine.SetVariable("debug_file", "/dev/null");
    std::vector<result> out;
    for (const auto& each : screens) {
        auto& one = out.emplace_back();
        cv::Mat grey;
        cv::cvtColor(each.pixels, grey, cv::COLOR_BGR2GRAY);
        std::string text;
        for (int round = 0; round < rounds; ++round)
            one.took.time([&] {
                engine.SetImage(grey.data, grey.cols, grey.rows, 1, static_cast<int>(grey.step));
                const std::unique_ptr<char[]> read(
                    engine.GetUTF8Text()); // NOLINT(*-avoid-c-arrays)
                text = read.get();
            });
        one.words = words_in(text);
    }
    return out;
}

screen::picture picture_of(const phone_screen& from)
{
    screen::image pixels({.width = from.pixels.cols, .height = from.pixels.rows});
    cv::Mat view(from.pixels.rows, from.pixels.cols, CV_8UC3, pixels.pixels().data());
    cv::cvtColor(from.pixels, view, cv::COLOR_BGR2RGB);
    return screen::encode(pixels, screen::picture_format::png, 80);
}

std::string text_of(const std::vector<screen::recognised_line>& lines)
{
    std::string out;
    for (const auto& line : lines)
        for (const auto& word : line)
            out += word.text + ' ';
    return out;
}

/// From the phone's PNG to the lines.
std::vector<result> our_way(const std::vector<phone_screen>& screens, int rounds)
{
    measurement making;
    std::unique_ptr<screen::text_recogniser> reader;
    making.time([&] {
        const auto data = screen::find_language_data("eng");
        auto made = screen::text_recogniser::open(data.value(), "eng");
        reader = std::make_unique<screen::text_recogniser>(std::move(made.value()));
    });
    std::printf("an engine is made in %.0f ms\n", making.quantile(0.5).count());
    std::vector<result> out;
    for (const auto& each : screens) {
        auto& one = out.emplace_back();
        const auto picture = picture_of(each);
        std::vector<screen::recognised_line> lines;
        for (int round = 0; round < rounds; ++round)
            one.took.time([&] {
                const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
                lines = reader->recognise(picture, {.deadline = deadline}).value();
            });
        one.words = words_in(text_of(lines));
    }
    return out;
}

bool measure(int rounds)
{
    const auto screens = phone_screens();
    const auto direct = as_it_comes(screens, rounds);
    const auto ours = our_way(screens, rounds);
    double direct_time = 0;
    double our_time = 0;
    std::size_t direct_words = 0;
    std::size_t our_words = 0;
    for (std::size_t i = 0; i < screens.size(); ++i) {
        const auto direct_median = direct[i].took.quantile(0.5).count();
        const auto our_median = ours[i].took.quantile(0.5).count();
        std::printf("%-5s Tesseract %5.0f ms, %3zu words; here %5.0f ms, %3zu words: %.2f\n",
                    screens[i].name.c_str(), direct_median, direct[i].words, our_median,
                    ours[i].words, our_median / direct_median);
        direct_time += direct_median;
        our_time += our_median;
        direct_words += direct[i].words;
        our_words += ours[i].words;
    }
    const double words = static_cast<double>(our_words) / static_cast<double>(direct_words);
    std::printf("all   %.2f of the time, %.2f of the words\n", our_time / direct_time, words);
    return our_time < direct_time && words >= least_words;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    try {
        const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
        return thimble::bench::measure(std::max(rounds, 1)) ? 0 : 1;
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "text_recognition: %s\n", problem.what());
        return 1;
    }
}
