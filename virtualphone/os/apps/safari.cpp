#include "virtualphone/os/apps/safari.hpp"

#include "virtualphone/os/apps/address.hpp"
#include "virtualphone/os/toolkit/controls.hpp"
#include "virtualphone/os/toolkit/navigation_bar.hpp"

#include <array>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr double page_margin = 16; // points
constexpr double paragraph_gap = 14;
constexpr double link_height = 44;
constexpr double field_height = 36;
constexpr text_style title_style{.size = 30, .weight = font_weight::bold, .wraps = true};
constexpr text_style body_style{.size = 18, .wraps = true};
constexpr text_style link_style{.size = 18, .ink = palette::blue, .wraps = false};

web_page favourites()
{
    return {.title = "Favourites",
            .paragraphs = {},
            .links = {{.text = "Example", .url = "https://example.com"},
                      {.text = "Thimbles", .url = "https://thimbles.example/page/1"},
                      {.text = "Needles", .url = "https://needles.example"}}};
}

/// Address that is meant by this text in the address bar.
std::string address_meant_by(const std::string& line)
{
    if (line.contains("://"))
        return line;
    return line.contains('.') && !line.contains(' ')
               ? "https://" + line
               : "https://search.example/?q=" + percent_encoded(line);
}

/// Puts words below each other, as wide as the area that it begins in.
class column {
public:
    column(view& into, const rectangle& area) : into_(into), next_(area) {}

    void text(const std::string& words, const text_style& style)
    {
        next_.height = text_layout(words, style, next_.width).height();
        into_.children.push_back(label(next_, words, style));
        next_.y += next_.height + paragraph_gap;
    }

    void link(const std::string& words, std::function<void()> followed)
    {
        next_.height = link_height;
        auto out = text_button(next_, words, link_style, std::move(followed));
        out.type = "Link";
        into_.children.push_back(std::move(out));
        next_.y += link_height;
    }

    void gap() { next_.y += paragraph_gap; }

    double end() const { return next_.y; }

private:
    view& into_;
    rectangle next_;
};

} // namespace

safari::safari(app_host& host)
    : host_(host), bar_({.type = "TextField",
                         .label = "Address",
                         .identifier = "URL",
                         .placeholder = "Search or enter website name"}),
      page_(favourites())
{
}

app_identity safari::who() const
{
    return {.bundle_id = "com.apple.mobilesafari", .name = "Safari", .icon = app_icon::safari};
}

bool safari::opens(std::string_view scheme) const
{
    return scheme == "http" || scheme == "https";
}

bool safari::advance(milliseconds now)
{
    if (const auto line = bar_.submitted()) {
        follow(address_meant_by(*line));
        return true;
    }
    return scroll_.advance(now);
}

bool safari::dismiss()
{
    const bool editing = bar_.focus() != nullptr;
    stop_editing();
    return editing;
}

void safari::follow(std::string url)
{
    if (opens(scheme_of(url)))
        load(std::move(url));
    else
        leave_for(url);
}

void safari::load(std::string url)
{
    history_.push_back(std::move(url));
    if (history_.size() > longest_history)
        history_.erase(history_.begin());
    show_current();
}

void safari::leave_for(const std::string& url)
{
    stop_editing();
    const auto opener = host_.opener_of(url);
    if (!opener) {
        return host_.show_alert(
            {.title = "Safari cannot open the page because the address is invalid.",
             .text = {},
             .buttons = {"OK"},
             .app = std::string(who().bundle_id)});
    }
    host_.show_alert({.title = "Open in “" + std::string(*opener) + "”?",
                      .text = {},
                      .buttons = {"Cancel", "Open"},
                      .on_answer =
                          [&host = host_, url](const std::string& button) {
                              if (button == "Open")
                                  host.open_url(url);
                          },
                      .app = std::string(who().bundle_id)});
}

void safari::back()
{
    if (!history_.empty())
        history_.pop_back();
    show_current();
}

void safari::show_current()
{
    page_ = history_.empty() ? favourites() : page_at(history_.back());
    scroll_.jump_to(0);
    stop_editing();
}

void safari::stop_editing()
{
    bar_.blur();
    bar_.set(url());
}

view safari::show(const screen_layout& screen)
{
    view out{.frame = screen.whole()};
    out.opaque = true;
    out.paint = [whole = screen.whole()](canvas& on) { on.fill(whole, palette::white); };
    if (!history_.empty())
        out.on_swipe_back = [this] { back(); };
    out.children.push_back(page(navigation_bar::area_below(screen), screen));
    out.children.push_back(top(screen));
    return out;
}

view safari::top(const screen_layout& screen)
{
    const rectangle frame{
        .x = 0, .y = 0, .width = screen.width, .height = screen.safe_top + navigation_bar::height};
    view out{.frame = frame, .type = "NavigationBar", .label = page_.title};
    out.opaque = true;
    out.paint = [frame](canvas& on) { on.fill(frame, palette::page); };
    const rectangle button{.x = screen.safe_side + page_margin / 2,
                           .y = screen.safe_top,
                           .width = navigation_bar::height,
                           .height = navigation_bar::height};
    out.children.push_back(back_button(button));
    const double left = button.x + button.width + page_margin / 2;
    const rectangle field{.x = left,
                          .y = screen.safe_top + (navigation_bar::height - field_height) / 2,
                          .width = screen.width - screen.safe_side - page_margin - left,
                          .height = field_height};
    out.children.push_back(bar_.show(field, page_.title));
    return out;
}

view safari::back_button(const rectangle& frame)
{
    view out{.frame = frame, .type = "Button", .label = "Back"};
    out.enabled = !history_.empty();
    out.on_tap = [this](place) { back(); };
    out.paint = [tip = centre_of(frame), on_path = out.enabled](canvas& on) {
        const auto ink = on_path ? palette::blue : palette::separator;
        on.stroke_line(std::array{place{.x = tip.x + 4, .y = tip.y - 8},
                                  place{.x = tip.x - 4, .y = tip.y},
                                  place{.x = tip.x + 4, .y = tip.y + 8}},
                       2.6, ink);
    };
    return out;
}

view safari::page(const rectangle& area, const screen_layout& screen)
{
    view out{.frame = area, .type = "WebView", .label = page_.title};
    out.clips = true;
    out.scrolls = &scroll_;
    const double left = screen.safe_side + page_margin;
    column words(out, {.x = left,
                       .y = area.y + page_margin - scroll_.offset(),
                       .width = area.width - 2 * left,
                       .height = 0});
    words.text(page_.title, title_style);
    for (const auto& each : page_.links)
        words.link(each.text, [this, url = each.url] { follow(url); });
    words.gap();
    for (const auto& each : page_.paragraphs)
        words.text(each, body_style);
    scroll_.set_limit(words.end() + scroll_.offset() + screen.safe_bottom - area.y - area.height);
    return out;
}

nlohmann::json safari::state() const
{
    return {{"url", url()}, {"history", history_}, {"offset", scroll_.offset()}};
}

} // namespace thimble::virtualphone
