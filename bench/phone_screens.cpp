#include "bench/phone_screens.hpp"

#include <cairo.h>
#include <opencv2/imgproc.hpp>

#include <array>
#include <memory>
#include <numbers>

namespace thimble::bench {

namespace {

constexpr int width = 1290;
constexpr int height = 2796;

struct surface_destroyed {
    void operator()(cairo_surface_t* owned) const noexcept { cairo_surface_destroy(owned); }
};
struct context_destroyed {
    void operator()(cairo_t* owned) const noexcept { cairo_destroy(owned); }
};

struct colour {
    double red = 0;
    double green = 0;
    double blue = 0;
};

constexpr colour black{0, 0, 0};
constexpr colour white{1, 1, 1};
constexpr colour grey{0.55, 0.55, 0.57};

/// Draws on pixels of four bytes, which outlive it.
class canvas {
public:
    explicit canvas(cv::Mat& pixels)
        : surface_(cairo_image_surface_create_for_data(pixels.data,
                                                       CAIRO_FORMAT_RGB24,
                                                       pixels.cols,
                                                       pixels.rows,
                                                       static_cast<int>(pixels.step))),
          context_(cairo_create(surface_.get()))
    {
    }

    void text(double x, double y, double size, const colour& in, const std::string& what)
    {
        use(in);
        cairo_select_font_face(context_.get(), "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                               CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(context_.get(), size);
        cairo_move_to(context_.get(), x, y);
        cairo_show_text(context_.get(), what.c_str());
    }

    void rounded(const cv::Rect2d& where, double radius, const colour& in)
    {
        constexpr double quarter = std::numbers::pi / 2;
        const std::array<cv::Point2d, 4> corners{
            {{where.x + where.width - radius, where.y + radius},
             {where.x + where.width - radius, where.y + where.height - radius},
             {where.x + radius, where.y + where.height - radius},
             {where.x + radius, where.y + radius}}};
        use(in);
        cairo_new_path(context_.get());
        double angle = -quarter;
        for (const auto& corner : corners) {
            cairo_arc(context_.get(), corner.x, corner.y, radius, angle, angle + quarter);
            angle += quarter;
        }
        cairo_fill(context_.get());
    }

private:
    void use(const colour& in) { cairo_set_source_rgb(context_.get(), in.red, in.green, in.blue); }

    std::unique_ptr<cairo_surface_t, surface_destroyed> surface_;
    std::unique_ptr<cairo_t, context_destroyed> context_;
};

colour some_colour(int which)
{
    const auto part = [which](int factor) { return 0.2 + (0.7 * ((which * factor) % 11) / 10); };
    return {part(3), part(5), part(7)};
}

std::string some_words(int which, int count)
{
    constexpr std::array<const char*, 12> words{"Settings", "battery", "of",      "yesterday",
                                                "message",  "and",     "Wi-Fi",   "12:45",
                                                "privacy",  "photos",  "for all", "update"};
    std::string result;
    for (int i = 0; i < count; ++i)
        result += std::string(words.at(static_cast<std::size_t>(which * 7 + i * 5) % 12)) + ' ';
    return result;
}

/// A photo: large shapes, fine structure, and the grain of its sensor.
cv::Mat photo(cv::Size size, unsigned seed, double grain)
{
    cv::RNG chance(seed);
    cv::Mat sum(size, CV_32FC3, cv::Scalar(110, 115, 120));
    double strength = 90;
    for (int cells = 4; cells <= 256; cells *= 2, strength *= 0.55) {
        cv::Mat coarse(cells, cells, CV_32FC3);
        chance.fill(coarse, cv::RNG::UNIFORM, -strength, strength);
        cv::Mat fine;
        cv::resize(coarse, fine, size, 0, 0, cv::INTER_CUBIC);
        sum += fine;
    }
    cv::Mat noise(size, CV_32FC3);
    chance.fill(noise, cv::RNG::NORMAL, 0, grain);
    sum += noise;
    cv::Mat result;
    sum.convertTo(result, CV_8UC3);
    return result;
}

cv::Mat with_fourth_byte(const cv::Mat& from)
{
    cv::Mat result;
    cv::cvtColor(from, result, cv::COLOR_BGR2BGRA);
    return result;
}

cv::Mat list()
{
    cv::Mat pixels(height, width, CV_8UC4, cv::Scalar(247, 242, 242, 255));
    canvas on(pixels);
    on.text(130, 110, 50, black, "9:41");
    on.text(60, 330, 100, black, "Settings");
    for (int row = 0; row < 16; ++row) {
        const double top = 400 + (row * 148);
        on.rounded({48, top, width - 96.0, 140}, 30, white);
        on.rounded({90, top + 27, 86, 86}, 20, some_colour(row));
        on.text(220, top + 65, 48, black, some_words(row, 2));
        on.text(220, top + 112, 33, grey, some_words(row + 3, 6));
        on.text(1170, top + 88, 48, grey, ">");
    }
    return pixels;
}

cv::Mat feed()
{
    cv::Mat pixels(height, width, CV_8UC4, cv::Scalar::all(255));
    for (int post = 0; post < 2; ++post) {
        const int top = 260 + (post * 1300);
        const auto seen = photo({width, 960}, 7U + static_cast<unsigned>(post), 2);
        with_fourth_byte(seen).copyTo(pixels(cv::Rect(0, top + 140, width, 960)));
    }
    canvas on(pixels);
    on.text(130, 110, 50, black, "9:41");
    for (int post = 0; post < 2; ++post) {
        const double top = 260 + (post * 1300);
        on.rounded({40, top + 20, 100, 100}, 50, some_colour(post + 4));
        on.text(170, top + 85, 44, black, some_words(post, 2));
        on.text(50, top + 1170, 40, black, some_words(post + 2, 6));
        on.text(50, top + 1225, 34, grey, some_words(post + 5, 7));
    }
    return pixels;
}

cv::Mat home()
{
    cv::Mat wallpaper = photo({width, height}, 3, 0);
    cv::GaussianBlur(wallpaper, wallpaper, {0, 0}, 25);
    cv::Mat pixels = with_fourth_byte(wallpaper);
    canvas on(pixels);
    on.text(130, 110, 50, white, "9:41");
    for (int icon = 0; icon < 28; ++icon) {
        const int row = icon / 4;
        const double left = 96 + ((icon % 4) * 290);
        const double top = 260 + (row * 320);
        on.rounded({left, top, 190, 190}, 44, some_colour(icon));
        on.rounded({left + 45, top + 45, 100, 100}, 50, some_colour(icon + 5));
        on.text(left + 10, top + 235, 34, white, some_words(icon, 1));
    }
    on.rounded({50, 2490, width - 100.0, 260}, 90, {0.75, 0.8, 0.85});
    return pixels;
}

cv::Mat film()
{
    cv::Mat pixels = with_fourth_byte(photo({width, height}, 11, 1));
    canvas on(pixels);
    on.text(60, 2600, 46, white, some_words(3, 4));
    on.rounded({60, 2680, width - 120.0, 10}, 5, white);
    return pixels;
}

} // namespace

std::vector<phone_screen> phone_screens()
{
    std::vector<phone_screen> result;
    const auto add = [&result](const char* name, const cv::Mat& drawn) {
        cv::Mat pixels;
        cv::cvtColor(drawn, pixels, cv::COLOR_BGRA2BGR);
        result.push_back({name, pixels});
    };
    add("list", list());
    add("feed", feed());
    add("home", home());
    add("film", film());
    return result;
}

} // namespace thimble::bench
