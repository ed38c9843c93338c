#include "service/agent/progress_guard.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service::agent {

progress progress_guard::add(const act& what, screen_mark before)
{
    deeds_.push_back({.what = what, .before = std::move(before)});
    if (deeds_.size() > remembered)
        deeds_.pop_front();
    const auto& newest = deeds_.back();
    const auto same = [&](const deed& each) {
        return &each == &newest ||
               (each.what == newest.what && each.before.looks_like(newest.before));
    };
    if (std::ranges::count_if(deeds_, same) < most_repeats)
        return progress::fine;
    return std::exchange(told_, true) ? progress::stuck : progress::repeated;
}

void progress_guard::begin_anew()
{
    deeds_.clear();
    told_ = false;
}

} // namespace thimble::service::agent
