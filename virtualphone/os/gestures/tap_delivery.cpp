#include "virtualphone/os/gestures/tap_delivery.hpp"

#include <ranges>
#include <string>
#include <utility>

namespace thimble::virtualphone {
namespace {

bool knows_single_taps_only(const view& what)
{
    return !what.on_double_tap && !what.on_triple_tap;
}

/// A name by which a view is known again when the page is described anew.
std::string name_of(const view* what)
{
    return what == nullptr ? "" : what->type + '/' + what->identifier + '/' + what->label;
}

const std::function<void(place)>& handler_of(const view& what, int taps)
{
    if (taps == 2 && what.on_double_tap)
        return what.on_double_tap;
    if (taps == 3 && what.on_triple_tap)
        return what.on_triple_tap;
    return what.on_tap;
}

} // namespace

const view* tap_target(const std::vector<const view*>& path)
{
    for (const auto* each : std::views::reverse(path))
        if (each->on_tap || each->on_double_tap || each->on_triple_tap)
            return each;
    return nullptr;
}

int tap_delivery::count(const gesture& tap, const view* target)
{
    int taps = 1;
    if (target != nullptr && knows_single_taps_only(*target))
        series_.forget();
    else
        taps = series_.count(tap, name_of(target));
    if (taps == 1)
        tell_waiting();
    waiting_.reset();
    return taps;
}

void tap_delivery::tell(const gesture& tap, const view& target)
{
    const auto handler = handler_of(target, tap.taps); // it may change the page it is a part of
    if (!handler)
        return;
    if (tap.taps == 1 && target.tap_waits)
        waiting_ = {.on_tap = handler, .where = tap.where, .due = tap.at + tap_series::longest_gap};
    else
        handler(tap.where);
}

bool tap_delivery::tell_due(milliseconds now)
{
    if (!waiting_ || now < waiting_->due)
        return false;
    tell_waiting();
    return true;
}

void tap_delivery::tell_waiting()
{
    if (const auto waiting = std::exchange(waiting_, std::nullopt))
        waiting->on_tap(waiting->where);
}

void tap_delivery::forget()
{
    series_.forget();
    waiting_.reset();
}

} // namespace thimble::virtualphone
