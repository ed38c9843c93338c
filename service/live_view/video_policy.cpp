#include "service/live_view/video_policy.hpp"

#include <algorithm>

namespace thimble::service {

void video_policy::join(follower who, time now)
{
    states_.insert_or_assign(who, state::waiting);
    waiting_since_ = now;
}

void video_policy::leave(follower who)
{
    states_.erase(who);
}

void video_policy::fell_behind(follower who)
{
    if (const auto found = states_.find(who);
        found != states_.end() && found->second == state::in_step)
        found->second = state::slow;
}

void video_policy::interrupted(time now)
{
    next_number_.reset();
    waiting_since_ = now;
    for (auto& [who, now_is] : states_)
        now_is = state::waiting;
}

bool video_policy::unit(bool key, std::uint64_t number, time now)
{
    const bool follows = next_number_ && *next_number_ == number;
    if (key) {
        began_ = now;
        asked_.reset();
        for (auto& [who, now_is] : states_)
            now_is = state::in_step;
    } else if (next_number_ && !follows) {
        interrupted(now);
        return false;
    } else if (!next_number_) {
        return true; // nobody is in step
    }
    next_number_ = number + 1;
    return key || follows;
}

bool video_policy::in_step(follower who) const
{
    const auto found = states_.find(who);
    return found != states_.end() && found->second == state::in_step;
}

bool video_policy::wants_restart() const
{
    const auto is = [this](state which) {
        return std::ranges::any_of(states_,
                                   [which](const auto& each) { return each.second == which; });
    };
    return is(state::waiting) || (is(state::slow) && !is(state::in_step));
}

std::optional<video_policy::time> video_policy::restart_due() const
{
    if (!wants_restart())
        return std::nullopt;
    auto due = waiting_since_;
    for (const auto& before : {began_, asked_})
        if (before)
            due = std::max(due, *before + interval_);
    return due;
}

} // namespace thimble::service
