// Drawn text is read, where it stands; text that cannot be read in time is not guessed.
#include "screen/scale.hpp"
#include "screen/text_recognition.hpp"
#include "tests/catch2.hpp"
#include "tests/screen/drawn_text.hpp"

#include <algorithm>
#include <array>
#include <ctime>

namespace thimble::screen {

using namespace std::chrono_literals;

namespace {

text_recogniser opened()
{
    const auto data = find_language_data("eng");
    REQUIRE(data);
    auto out = text_recogniser::open(*data, "eng");
    if (!out)
        FAIL(out.error());
    return std::move(*out);
}

recognition_limits in_time()
{
    return {.deadline = std::chrono::steady_clock::now() + 120s};
}

std::string text_of(const recognised_line& line)
{
    std::string out;
    for (const auto& word : line)
        out += (out.empty() ? "" : " ") + word.text;
    return out;
}

std::vector<recognised_line> lines_on(const picture& what)
{
    auto out = opened().recognise(what, in_time());
    if (!out)
        FAIL(out.error());
    return *out;
}

/// The line with this text; fails the test where there is none.
recognised_line line_among(const std::vector<recognised_line>& lines, const std::string& text)
{
    const auto found = std::ranges::find(lines, text, text_of);
    if (found != lines.end())
        return *found;
    std::string all;
    for (const auto& each : lines)
        all += " [" + text_of(each) + "]";
    FAIL("no '" << text << "' among" << all);
    return {};
}

} // namespace

TEST_CASE("text is read in whatever colours it is drawn", "[text]")
{
    struct theme {
        test::rgb background;
        test::rgb ink;
    };
    const auto colours = GENERATE(theme{.background = 0xffffff, .ink = 0x000000},
                                  theme{.background = 0x000000, .ink = 0xffffff},
                                  theme{.background = 0xf2f2f7, .ink = 0x8e8e93},
                                  theme{.background = 0x1c1c1e, .ink = 0x98989f},
                                  theme{.background = 0x007aff, .ink = 0xffffff},
                                  theme{.background = 0xffffff, .ink = 0xff3b30});
    INFO("ink " << colours.ink << " on " << colours.background);
    const auto lines = lines_on(
        test::panel_with({{.text = "Airplane Mode", .x = 100, .y = 600, .ink = colours.ink},
                          {.text = "Delete Account", .x = 100, .y = 1500, .ink = colours.ink}},
                         colours.background));
    for (const auto* wanted : {"Airplane Mode", "Delete Account"})
        for (const auto& word : line_among(lines, wanted))
            CHECK(word.confidence > 0.7);
}

TEST_CASE("light letters of a dark menu on a light page are read, and the other way round",
          "[text]")
{
    struct theme {
        test::rgb page;
        test::rgb ink;
        test::rgb label;
        test::rgb label_ink;
    };
    const auto colours = GENERATE(
        theme{.page = 0xf2f2f7, .ink = 0x000000, .label = 0x2c2c2e, .label_ink = 0xffffff},
        theme{.page = 0x000000, .ink = 0xffffff, .label = 0xf2f2f7, .label_ink = 0x000000},
        theme{.page = 0xffffff, .ink = 0x000000, .label = 0x007aff, .label_ink = 0xffffff});
    INFO(colours.label_ink << " on " << colours.label);
    const auto lines = lines_on(test::panel_with(
        {{.text = "On My iPhone", .x = 420, .y = 260, .ink = colours.ink},
         {.text = "Documents", .x = 110, .y = 750, .size = 42, .ink = colours.ink},
         {.text = "Copy",
          .x = 790,
          .y = 750,
          .size = 45,
          .ink = colours.label_ink,
          .label = colours.label},
         {.text = "Budget.xlsx", .x = 110, .y = 1200, .size = 42, .ink = colours.ink}},
        colours.page));
    for (const auto* wanted : {"On My iPhone", "Documents", "Copy", "Budget.xlsx"})
        line_among(lines, wanted);
}

TEST_CASE("the names below icons are read on any wallpaper", "[text]")
{
    const auto wallpaper = GENERATE(values<test::backdrop>({{0x1f2a68, 0xffc56e},    // dusk
                                                            {0x0a84ff, 0x30d158},    // meadow
                                                            {0x3a3a3c, 0xb0b0b8}})); // slate
    const std::vector<std::string> names{"Photos", "Camera", "Weather", "Notes",
                                         "Maps",   "Health", "Wallet",  "Calendar"};
    constexpr std::array icons{0xff3b30U, 0xf2f2f7U, 0x1c1c1eU, 0xffcc00U};
    std::vector<test::drawn_text> drawn;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double x = 90 + (static_cast<double>(i % 4) * 275);
        const double y = 600 + (static_cast<double>(i / 4) * 1100);
        drawn.push_back(
            {.text = "", .x = x + 72, .y = y - 118, .size = 72, .label = icons.at(i % 4)});
        drawn.push_back({.text = names[i], .x = x, .y = y, .size = 36, .ink = 0xffffff});
    }
    const auto lines = lines_on(test::panel_with(drawn, wallpaper));
    for (const auto& name : names) {
        INFO(name);
        CHECK(std::ranges::any_of(lines, [&](const recognised_line& line) {
            return std::ranges::find(line, name, &recognised_word::text) != line.end();
        }));
    }
}

TEST_CASE("a word is where it was drawn, in pixels of the screenshot", "[text]")
{
    const auto panel = GENERATE(values<pixel_size>({{.width = 1179, .height = 2556},
                                                    {.width = 2556, .height = 1179},
                                                    {.width = 750, .height = 1334}}));
    const auto lines =
        lines_on(test::panel_with({{.text = "Continue", .x = 300, .y = 900}}, 0xffffff, panel));
    const auto line = line_among(lines, "Continue");
    REQUIRE(line.size() == 1);
    const auto shown = scaled_size(panel);
    const double scale = static_cast<double>(shown.width) / panel.width;
    const auto where = line.front().where;
    CHECK(where.x <= 305 * scale);
    CHECK(where.x >= 285 * scale);
    CHECK(where.y + where.height / 2.0 > 865 * scale);
    CHECK(where.y + where.height / 2.0 < 900 * scale);
    CHECK(where.width > 150 * scale);
    CHECK(where.width < 300 * scale);
}

TEST_CASE("small print is read, and what stands apart is apart", "[text]")
{
    const auto lines =
        lines_on(test::panel_with({{.text = "Terms of Service", .x = 60, .y = 2400, .size = 33},
                                   {.text = "Wi-Fi", .x = 60, .y = 500},
                                   {.text = "Workbench", .x = 800, .y = 500}}));
    line_among(lines, "Terms of Service");
    line_among(lines, "Wi-Fi");
    line_among(lines, "Workbench");
}

TEST_CASE("an empty screen has no text", "[text]")
{
    CHECK(lines_on(test::panel_with({})).empty());
}

TEST_CASE("a recogniser reads one picture after another", "[text]")
{
    auto reader = opened();
    for (const auto* text : {"Monday", "Tuesday", "Wednesday"}) {
        const auto read =
            reader.recognise(test::panel_with({{.text = text, .x = 200, .y = 800}}), in_time());
        REQUIRE(read);
        REQUIRE(read->size() == 1);
        CHECK(text_of(read->front()) == text);
    }
}

TEST_CASE("what is over or given up is not read", "[text]")
{
    auto reader = opened();
    std::vector<test::drawn_text> much;
    for (int row = 0; row < 40; ++row)
        much.push_back({.text = "Something that takes its time to be read",
                        .x = 40,
                        .y = 100 + (row * 60.0),
                        .size = 40});
    const auto picture = test::panel_with(much);
    CHECK_FALSE(reader.recognise(picture, {.deadline = std::chrono::steady_clock::now()}));
    CHECK_FALSE(reader.recognise(picture, {.deadline = std::chrono::steady_clock::now() + 30s,
                                           .given_up = std::make_shared<std::atomic<bool>>(true)}));
    const auto began = std::clock(); // of this process: whoever else runs makes neither longer
    CHECK_FALSE(reader.recognise(picture, {.deadline = std::chrono::steady_clock::now() + 300ms}));
    const auto given_up = std::clock();
    CHECK(reader.recognise(picture, in_time())); // the next one is whole again
    CHECK(given_up - began < std::clock() - given_up);
}

TEST_CASE("what is no picture is an error", "[text]")
{
    auto reader = opened();
    CHECK_FALSE(reader.recognise({}, in_time()));
    auto cut = test::panel_with({{.text = "Monday", .x = 200, .y = 800}});
    cut.data = std::make_shared<const bytes>(cut.data->begin(), cut.data->begin() + 900);
    CHECK_FALSE(reader.recognise(cut, in_time()));
}

TEST_CASE("without its data a language is not read", "[text]")
{
    CHECK_FALSE(find_language_data("eng", "/nowhere"));
    CHECK_FALSE(find_language_data("no-such-language"));
    const auto refused = text_recogniser::open("/nowhere", "eng");
    REQUIRE_FALSE(refused);
    CHECK(refused.error() == "Tesseract cannot use /nowhere/eng.traineddata");
}

} // namespace thimble::screen
