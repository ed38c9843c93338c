#include "service/agent_loop/picture_shares.hpp"

#include <utility>

namespace thimble::service {

std::optional<screen::picture>
picture_shares::hold(const std::string& account_id, screen::picture what, std::size_t most)
{
    auto held = counter_of(account_id);
    const auto size = what.data->size();
    if (size > most || *held > most - size)
        return std::nullopt;
    *held += size;
    const auto* bytes = what.data.get();
    const auto let_go = [held, size, data = std::move(what.data)](const screen::bytes* /*same*/) {
        *held -= size;
    };
    what.data = std::shared_ptr<const screen::bytes>(bytes, let_go);
    return what;
}

std::size_t picture_shares::held(const std::string& account_id) const
{
    const auto found = counters_.find(account_id);
    const auto now = found == counters_.end() ? nullptr : found->second.lock();
    return now ? now->load() : 0;
}

std::shared_ptr<picture_shares::counter> picture_shares::counter_of(const std::string& account_id)
{
    std::erase_if(counters_, [](const auto& each) { return each.second.expired(); });
    auto& known = counters_[account_id];
    auto out = known.lock();
    if (!out)
        known = out = std::make_shared<counter>(0);
    return out;
}

} // namespace thimble::service
