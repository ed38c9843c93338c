#include "service/nodes/leases.hpp"

#include <algorithm>

namespace thimble::service::nodes {

std::int64_t leases::send(clock::time_point now)
{
    while (!sent_.empty() && sent_.front().second + lease_ <= now)
        sent_.pop_front();
    sent_.emplace_back(++beats_, now);
    return beats_;
}

void leases::take_back(std::int64_t number)
{
    const auto found =
        std::ranges::find(sent_, number, [](const auto& each) { return each.first; });
    if (found == sent_.end())
        return;
    held_until_ = std::max(held_until_, found->second + lease_);
    sent_.erase(sent_.begin(), found + 1);
}

void leases::hear(const std::string& node, clock::time_point now)
{
    live_until_.insert_or_assign(node, now + lease_);
}

std::vector<std::string> leases::live(clock::time_point now) const
{
    std::vector<std::string> out;
    for (const auto& [node, until] : live_until_)
        if (now < until)
            out.push_back(node);
    return out;
}

bool leases::is_live(const std::string& node, clock::time_point now) const
{
    const auto found = live_until_.find(node);
    return found != live_until_.end() && now < found->second;
}

std::vector<std::string> leases::take_expired(clock::time_point now)
{
    std::vector<std::string> out;
    const auto last_beat = held_until_ - lease_; // that came back, sent then
    for (const auto& [node, until] : live_until_)
        if (now >= until && (last_beat >= until || !held(now)))
            out.push_back(node);
    for (const auto& each : out)
        live_until_.erase(each);
    return out;
}

} // namespace thimble::service::nodes
