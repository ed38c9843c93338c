#include "virtualphone/os/apps/running_apps.hpp"

#include <algorithm>
#include <utility>

namespace thimble::virtualphone {
namespace {

auto position_of(auto& apps, std::string_view bundle_id)
{
    return std::ranges::find_if(
        apps, [&](const auto& each) { return each->who().bundle_id == bundle_id; });
}

} // namespace

app* running_apps::find(std::string_view bundle_id) const
{
    const auto found = position_of(installed_, bundle_id);
    return found == installed_.end() ? nullptr : found->get();
}

void running_apps::used(app& which)
{
    std::erase(recent_, &which);
    recent_.insert(recent_.begin(), &which);
}

void running_apps::started(app& which)
{
    if (std::ranges::find(recent_, &which) == recent_.end())
        recent_.push_back(&which);
}

bool running_apps::runs(std::string_view bundle_id) const
{
    return position_of(recent_, bundle_id) != recent_.end();
}

void running_apps::renew()
{
    auto now = install_();
    for (auto& each : now)
        if (const auto there = position_of(installed_, each->who().bundle_id);
            there != installed_.end())
            each.swap(*there);
    installed_.swap(now);
    for (auto& each : now)
        if (position_of(installed_, each->who().bundle_id) == installed_.end())
            ended_.push_back(std::move(each));
}

bool running_apps::terminate(std::string_view bundle_id)
{
    const auto running = position_of(recent_, bundle_id);
    if (running == recent_.end())
        return false;
    recent_.erase(running);
    auto fresh = install_();
    auto& place = *position_of(installed_, bundle_id);
    ended_.push_back(std::exchange(place, std::move(*position_of(fresh, bundle_id))));
    return true;
}

} // namespace thimble::virtualphone
