// A phone's report of itself, brought within the limits.
#include "link/cut_text.hpp"
#include "link/limits.hpp"
#include "link/message.hpp"

#include <algorithm>
#include <cmath>

namespace thimble::link {

namespace {

void cut_name(std::string& what)
{
    what = cut_text(std::move(what), limits::name_bytes);
}

void cut_sentence(std::string& what)
{
    what = cut_text(std::move(what), limits::sentence_bytes);
}

template <class Element>
void shorten(std::vector<Element>& what, std::size_t most)
{
    if (what.size() > most)
        what.erase(what.begin() + static_cast<std::ptrdiff_t>(most), what.end());
}

bool is_an_edge(int pixels)
{
    return pixels >= 1 && pixels <= limits::pixels;
}

void leave_out_nonsense(std::optional<screen::pixel_size>& what)
{
    if (what && !(is_an_edge(what->width) && is_an_edge(what->height)))
        what.reset();
}

void leave_out_nonsense(std::optional<latency_spread>& what)
{
    const auto is_one = [](std::chrono::microseconds time) {
        return time.count() >= 0 && time.count() <= limits::latency_us;
    };
    if (what && !(is_one(what->p50) && is_one(what->p95) && what->count >= 1 &&
                  what->count <= limits::exact_integer))
        what.reset();
}

void bring_within_limits(video_figures& what)
{
    leave_out_nonsense(what.tap_to_picture);
    leave_out_nonsense(what.picture_age);
}

void bring_within_limits(alert& what)
{
    cut_sentence(what.text);
    shorten(what.buttons, limits::buttons);
    std::ranges::for_each(what.buttons, cut_name);
}

void bring_within_limits(std::vector<blocker>& what)
{
    shorten(what, limits::blockers);
    for (blocker& each : what) {
        cut_sentence(each.message);
        cut_sentence(each.remedy);
    }
}

} // namespace

host_state within_limits(host_state what)
{
    bring_within_limits(what.blockers);
    return what;
}

phone_state within_limits(phone_state what)
{
    for (auto* text : {&what.name, &what.device_name, &what.product_type, &what.os_version})
        cut_name(*text);
    if (what.driver_version)
        cut_name(*what.driver_version);
    leave_out_nonsense(what.native_size);
    leave_out_nonsense(what.screenshot_size);
    if (what.scale &&
        !(std::isfinite(*what.scale) && *what.scale >= 0 && *what.scale <= limits::scale))
        what.scale.reset();
    if (what.battery_level && (*what.battery_level < 0 || *what.battery_level > 100))
        what.battery_level.reset();
    if (what.alert)
        bring_within_limits(*what.alert);
    bring_within_limits(what.blockers);
    bring_within_limits(what.warnings);
    shorten(what.capabilities, limits::capabilities);
    if (what.video)
        bring_within_limits(*what.video);
    if (what.video == video_figures{})
        what.video.reset();
    return what;
}

} // namespace thimble::link
