#include "service/jobs/memory_shares.hpp"

#include <utility>

namespace thimble::service {

void memory_shares::add(const std::string& account_id,
                        std::size_t bytes,
                        time now,
                        std::function<void()> drop)
{
    auto& of = shares_[account_id];
    of.bytes += bytes;
    of.values.push_back({.bytes = bytes, .since = now, .drop = std::move(drop)});
    while (of.bytes > most_ && of.values.size() > 1)
        drop_oldest(of);
}

void memory_shares::drop_older_than(time bound)
{
    for (auto& [account_id, each] : shares_)
        while (!each.values.empty() && each.values.front().since < bound)
            drop_oldest(each);
    std::erase_if(shares_, [](const auto& each) { return each.second.values.empty(); });
}

void memory_shares::drop_oldest(share& of)
{
    const auto oldest = std::move(of.values.front());
    of.values.pop_front();
    of.bytes -= oldest.bytes;
    oldest.drop();
}

std::size_t memory_shares::bytes_of(const std::string& account_id) const
{
    const auto found = shares_.find(account_id);
    return found == shares_.end() ? 0 : found->second.bytes;
}

} // namespace thimble::service
