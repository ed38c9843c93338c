#include "service/nodes/phone_loads.hpp"

#include "text/json_member.hpp"

#include <utility>

namespace thimble::service::nodes {

namespace {

constexpr std::chrono::milliseconds between_loads{500};

/// Of one message; the rest comes with the next.
constexpr std::size_t most_loads = 1'000;

constexpr const char* loads_member = "phones";

} // namespace

phone_loads::phone_loads(const boost::asio::any_io_executor& home,
                         channel& out,
                         std::function<phone_load(const std::string&)> present)
    : out_(out), present_(std::move(present)), soon_(home)
{
}

void phone_loads::note(const std::string& phone_id)
{
    const bool waits = !noted_.empty();
    noted_.insert(phone_id);
    if (waits)
        return;
    const auto due = last_told_ + between_loads;
    const auto now = std::chrono::steady_clock::now();
    if (due <= now)
        tell();
    else
        soon_.set(due - now, [this] { tell(); });
}

std::function<void(const std::string&)> phone_loads::listener() const
{
    return [self = std::weak_ptr(self_)](const std::string& phone_id) {
        if (const auto still = self.lock())
            (*still)->note(phone_id);
    };
}

void phone_loads::tell()
{
    by_phone changed;
    while (!noted_.empty() && changed.size() < most_loads) {
        auto id = noted_.extract(noted_.begin()).value();
        const auto now = present_(id);
        const auto before = told_.find(id);
        if (now == (before == told_.end() ? phone_load{} : before->second))
            continue;
        if (now == phone_load{})
            told_.erase(before);
        else
            told_.insert_or_assign(id, now);
        changed.emplace(std::move(id), now);
    }
    if (!changed.empty()) {
        last_told_ = std::chrono::steady_clock::now();
        out_.tell_all(news_of(changed));
    }
    if (!noted_.empty())
        soon_.set(between_loads, [this] { tell(); });
}

envelope phone_loads::news_of(const by_phone& what)
{
    envelope out{.kind = std::string(kinds::load)};
    auto phones = nlohmann::json::object();
    for (const auto& [id, each] : what)
        phones[id] = {{"queued", each.queued}, {"viewers", each.viewers}};
    out.more[loads_member] = std::move(phones);
    return out;
}

void phone_loads::hear(const envelope& what)
{
    const auto phones = what.more.find(loads_member);
    if (phones == what.more.end() || !phones->is_object())
        return;
    auto& known = others_[what.node];
    for (const auto& [id, record] : phones->items()) {
        const phone_load now{.queued = member<std::size_t>(record, "queued"),
                             .viewers = member<std::size_t>(record, "viewers")};
        if (now == phone_load{})
            known.erase(id);
        else
            known.insert_or_assign(id, now);
    }
}

phone_load phone_loads::elsewhere(const std::string& phone_id) const
{
    phone_load sum;
    for (const auto& [node, known] : others_) {
        const auto found = known.find(phone_id);
        if (found == known.end())
            continue;
        sum.queued += found->second.queued;
        sum.viewers += found->second.viewers;
    }
    return sum;
}

void phone_loads::tell_to(const std::string& node)
{
    out_.publish(node_subject(node), news_of(told_));
}

} // namespace thimble::service::nodes
