#include "screen/text_recognition.hpp"

#include "screen/conversion.hpp"
#include "screen/pixel_view.hpp"
#include "screen/tesseract.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::screen {

namespace {

/// Here small print is read as well as in the panel's own pixels, and sooner; at 1344 it is
/// misread.
constexpr int read_edge = 1792;

/// Resolution by which the size of letters is guessed, in pixels an inch: a phone's panel at that
/// size.
constexpr int read_resolution = 200;

using results = TessResultIterator;

/// Frees what the library has made.
template <auto Free>
struct freed {
    const tesseract_functions* by;
    void operator()(auto* owned) const noexcept { (by->*Free)(owned); }
};
using text_handle = std::unique_ptr<char, freed<&tesseract_functions::destroy_text>>;
using results_handle = std::unique_ptr<results, freed<&tesseract_functions::destroy_results>>;
using monitor_handle = std::unique_ptr<ETEXT_DESC, freed<&tesseract_functions::destroy_monitor>>;
using engine_handle = std::unique_ptr<TessBaseAPI, freed<&tesseract_functions::destroy>>;
using seen_picture = std::unique_ptr<TessBaseAPI, freed<&tesseract_functions::clear>>;

bool is_over(const recognition_limits& until)
{
    return (until.given_up && *until.given_up) ||
           std::chrono::steady_clock::now() >= until.deadline;
}

/// Tesseract asks after each word.
bool must_stop(void* limits, int /*words*/)
{
    return is_over(*static_cast<const recognition_limits*>(limits));
}

cv::Mat grey_of(const image& pixels)
{
    cv::Mat grey;
    cv::cvtColor(view_of(pixels), grey, cv::COLOR_RGB2GRAY);
    return grey;
}

/// Makes letters dark on a white ground everywhere: ink is what differs from the median around it
/// and is no wider than a stroke. To Tesseract, light letters on a menu, a button or a wallpaper
/// are none where the rest of the page is the other way round, and the edge or the corner of such a
/// ground would be a letter.
void make_grounds_light(cv::Mat& grey)
{
    constexpr int block = 4;       // pixels across, which count as one
    constexpr int around = 21;     // blocks: letters fill less than half of that
    constexpr int stroke = 19;     // pixels of the widest letters, those of a title
    constexpr double faint = 32;   // levels that are no ink: a map's fields, lines between rows
    constexpr double contrast = 3; // as dark as Tesseract likes the grey of a placeholder
    cv::Mat ground;
    cv::resize(grey, ground, {}, 1.0 / block, 1.0 / block, cv::INTER_AREA);
    cv::medianBlur(ground, ground, around);
    cv::resize(ground, ground, grey.size(), 0, 0, cv::INTER_LINEAR);
    const auto pen = cv::getStructuringElement(cv::MORPH_ELLIPSE, {stroke, stroke});
    cv::Mat light;
    cv::morphologyEx(grey, light, cv::MORPH_TOPHAT, pen);
    cv::Mat above;
    cv::subtract(grey, ground, above);
    cv::min(light, above, light);
    cv::Mat dark;
    cv::morphologyEx(grey, dark, cv::MORPH_BLACKHAT, pen);
    cv::Mat below;
    cv::subtract(ground, grey, below);
    cv::min(dark, below, dark);
    cv::max(light, dark, grey);
    grey.convertTo(grey, CV_8U, -contrast, 255 + contrast * faint);
}

/// Place that Tesseract tells, within the picture.
area clipped(int left, int top, int right, int bottom, pixel_size within)
{
    left = std::clamp(left, 0, within.width - 1);
    top = std::clamp(top, 0, within.height - 1);
    return {.x = left,
            .y = top,
            .width = std::clamp(right, left + 1, within.width) - left,
            .height = std::clamp(bottom, top + 1, within.height) - top};
}

/// The word that the results stand at; nothing for what is none.
std::optional<recognised_word>
word_at(const tesseract_functions& with, results& at, pixel_size read, pixel_size shown)
{
    constexpr auto word = ::tesseract::RIL_WORD;
    const text_handle text(with.text(&at, word), {&with});
    if (text == nullptr ||
        std::string_view(text.get()).find_first_not_of(" \n") == std::string_view::npos)
        return std::nullopt;
    std::array<int, 4> edges{};
    auto& [left, top, right, bottom] = edges;
    if (with.box(with.place(&at), word, &left, &top, &right, &bottom) == 0)
        return std::nullopt;
    return recognised_word{.text = text.get(),
                           .where = mapped(clipped(left, top, right, bottom, read), read, shown),
                           .confidence = std::clamp(with.confidence(&at, word) / 100.0, 0.0, 1.0)};
}

std::vector<recognised_line>
lines_of(const tesseract_functions& with, TessBaseAPI* seen, pixel_size read, pixel_size shown)
{
    std::vector<recognised_line> out;
    const results_handle at(with.results(seen), {&with});
    if (at == nullptr)
        return out;
    recognised_line line;
    do {
        if (with.begins(with.place(at.get()), ::tesseract::RIL_TEXTLINE) != 0 && !line.empty())
            out.push_back(std::exchange(line, {}));
        if (auto word = word_at(with, *at, read, shown))
            line.push_back(std::move(*word));
    } while (with.next(at.get(), ::tesseract::RIL_WORD) != 0);
    if (!line.empty())
        out.push_back(std::move(line));
    return out;
}

std::string data_file(const std::string& language)
{
    return language + ".traineddata";
}

} // namespace

struct text_recogniser::engine {
    std::shared_ptr<const tesseract_functions> with;
    engine_handle handle;
};

std::optional<std::filesystem::path>
find_language_data(const std::string& language, const std::optional<std::filesystem::path>& chosen)
{
    constexpr std::array usual{THIMBLE_TESSERACT_DATA,
                               "/usr/share/tesseract-ocr/5/tessdata",
                               "/usr/share/tesseract-ocr/4.00/tessdata",
                               "/usr/share/tessdata",
                               "/opt/homebrew/share/tessdata",
                               "/usr/local/share/tessdata"};
    const auto has_data = [&](const std::filesystem::path& folder) {
        std::error_code problem;
        return std::filesystem::is_regular_file(folder / data_file(language), problem);
    };
    if (chosen)
        return has_data(*chosen) ? chosen : std::nullopt;
    for (const std::filesystem::path folder : usual)
        if (has_data(folder))
            return folder;
    return std::nullopt;
}

std::expected<text_recogniser, std::string> text_recogniser::open(const std::filesystem::path& data,
                                                                  const std::string& language)
{
    auto with = tesseract_functions::load(THIMBLE_TESSERACT_LIBRARY);
    if (!with)
        return std::unexpected("Tesseract is missing: " + with.error());
    engine_handle handle((*with)->create(), {with->get()});
    if (handle == nullptr)
        throw std::bad_alloc();
    (*with)->set_variable(handle.get(), "debug_file", "/dev/null"); // it prints what it thinks
    if ((*with)->open(handle.get(), data.c_str(), language.c_str(), ::tesseract::OEM_LSTM_ONLY) !=
        0)
        return std::unexpected("Tesseract cannot use " + (data / data_file(language)).string());
    (*with)->set_layout(handle.get(), ::tesseract::PSM_SPARSE_TEXT);
    return text_recogniser(
        std::make_unique<engine>(engine{.with = *with, .handle = std::move(handle)}));
}

text_recogniser::text_recogniser(std::unique_ptr<engine> made) : engine_(std::move(made)) {}
text_recogniser::text_recogniser(text_recogniser&&) noexcept = default;
text_recogniser& text_recogniser::operator=(text_recogniser&&) noexcept = default;
text_recogniser::~text_recogniser() = default;

std::expected<std::vector<recognised_line>, std::string>
text_recogniser::recognise(const picture& from, const recognition_limits& until)
{
    if (is_over(until))
        return std::unexpected("it took too long");
    const auto pixels = reduced(from, read_edge);
    if (!pixels)
        return std::unexpected(pixels.error());
    const pixel_size read = pixels->size();
    cv::Mat grey = grey_of(*pixels);
    make_grounds_light(grey);
    const auto& with = *engine_->with;
    const seen_picture seen(engine_->handle.get(), {&with});
    with.set_image(seen.get(), grey.data, read.width, read.height, 1, static_cast<int>(grey.step));
    with.set_resolution(seen.get(), read_resolution);

    recognition_limits limits = until; // what Tesseract hands back to must_stop()
    const monitor_handle monitor(with.create_monitor(), {&with});
    with.set_asked(monitor.get(), &limits);
    with.set_question(monitor.get(), must_stop);
    if (with.recognize(seen.get(), monitor.get()) != 0)
        return std::unexpected(is_over(until) ? "it took too long" : "Tesseract failed");
    return lines_of(with, seen.get(), read, scaled_size(read));
}

} // namespace thimble::screen
