#include "virtualphone/os/apps/weather.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

#include <array>
#include <string>
#include <string_view>

namespace thimble::virtualphone {
namespace {

struct report {
    std::string_view town;
    std::string_view degrees;
    std::string_view sky;
    color top;
    color bottom;
};

constexpr std::array reports{
    report{.town = "Cupertino",
           .degrees = "21°",
           .sky = "Sunny",
           .top = rgb(0x2f80d8),
           .bottom = rgb(0x8fd0f7)},
    report{.town = "Leipzig",
           .degrees = "14°",
           .sky = "Cloudy",
           .top = rgb(0x56687c),
           .bottom = rgb(0xa9b8c4)},
    report{.town = "Tokyo",
           .degrees = "18°",
           .sky = "Clear night",
           .top = rgb(0x10183a),
           .bottom = rgb(0x46508c)},
};

view sheet(const report& what, const rectangle& frame)
{
    view out{.frame = frame};
    out.clips = true;
    out.paint = [what, frame](canvas& on) { on.fill_gradient(frame, 0, what.top, what.bottom); };
    const auto line = [&](double y, double height, std::string_view text, double size,
                          font_weight weight) {
        out.children.push_back(label(
            {.x = frame.x, .y = y, .width = frame.width, .height = height}, std::string(text),
            {.size = size, .weight = weight, .ink = palette::white, .align = alignment::centre}));
    };
    const double top = frame.height * 0.18;
    line(top, 44, what.town, 34, font_weight::regular);
    line(top + 44, 110, what.degrees, 96, font_weight::thin);
    line(top + 154, 30, what.sky, 20, font_weight::medium);
    return out;
}

} // namespace

app_identity weather::who() const
{
    return {.bundle_id = "com.apple.weather", .name = "Weather", .icon = app_icon::weather};
}

view weather::show(const screen_layout& screen)
{
    pager_.fit_pages(screen.width, reports.size());
    view page{.frame = screen.whole(), .type = "ScrollView"};
    page.opaque = true;
    page.clips = true;
    page.scrolls = &pager_;
    for (std::size_t i = 0; i < reports.size(); ++i) {
        auto frame = screen.whole();
        frame.x = static_cast<double>(i) * screen.width - pager_.offset();
        page.children.push_back(sheet(reports[i], frame));
    }
    return page;
}

nlohmann::json weather::state() const
{
    return {{"page", pager_.page()}};
}

} // namespace thimble::virtualphone
