#include "service/nodes/phone_loads.hpp"

#include "text/lists.hpp"
#include "text/whole_number.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds between_loads{500};

/// Where many commands run, their ends would be as many messages, which every node has to read.
constexpr std::chrono::milliseconds wait_for_other_uses{50};

/// Of one message; the rest comes in another.
constexpr std::size_t most_loads = 1'000;

/// A line is the id of a phone, two numbers and whether it is kept, with a blank between each two.
/// A later release may add words.
std::optional<phone_load> load_in(std::string_view words)
{
    const auto queued = whole_number<std::size_t>(take_until(' ', words));
    const auto viewers = whole_number<std::size_t>(take_until(' ', words));
    const auto kept = take_until(' ', words);
    if (!queued || !viewers || (kept != "0" && kept != "1"))
        return std::nullopt;
    return phone_load{.queued = *queued, .viewers = *viewers, .kept = kept == "1"};
}

} // namespace

phone_loads::phone_loads(asio::any_io_executor home,
                         channel& out,
                         source present,
                         listener use_changed,
                         std::function<bool()> awaited)
    : home_(std::move(home)), out_(out), present_(std::move(present)),
      use_changed_(std::move(use_changed)), awaited_(std::move(awaited)), soon_(home_)
{
}

phone_load phone_loads::told_of(const std::string& phone_id) const
{
    const auto found = told_.find(phone_id);
    return found == told_.end() ? phone_load{} : found->second;
}

/// A phone that is in use must not look free to a node that gives phones away.
void phone_loads::note(const std::string& phone_id)
{
    const auto now = present_(phone_id);
    const auto told = told_of(phone_id);
    if (now.kept)
        given_.insert(phone_id);
    if (now == told)
        return;
    noted_.insert(phone_id);
    if (now.kept && !told.in_use())
        tell();
    else
        tell_by(due_of(phone_id, now, told));
}

/// A request that does not wait has to find the phone free that one before it was given.
phone_loads::clock::time_point
phone_loads::due_of(const std::string& phone_id, phone_load now, phone_load told) const
{
    const auto moment = clock::now();
    if (now.in_use() == told.in_use())
        return std::max(moment, last_told_ + between_loads);
    const bool at_once = now.in_use() || given_.contains(phone_id) || (awaited_ && awaited_());
    return at_once ? moment : moment + wait_for_other_uses;
}

/// News that are due now are posted: they go out before the command that they are about, and with
/// those of all requests that were read at the same moment.
void phone_loads::tell_by(clock::time_point when)
{
    if (when >= due_)
        return;
    due_ = when;
    const auto wait = when - clock::now();
    if (wait > clock::duration::zero())
        return soon_.set(wait, [this] { tell(); });
    asio::post(home_, [this, alive = std::weak_ptr(alive_)] {
        if (!alive.expired())
            tell();
    });
}

void phone_loads::tell()
{
    due_ = clock::time_point::max();
    while (!noted_.empty()) {
        const auto changed = take_changed();
        if (changed.empty())
            continue;
        last_told_ = clock::now();
        out_.tell_all(news_of(changed));
    }
}

phone_loads::by_phone phone_loads::take_changed()
{
    by_phone changed;
    while (!noted_.empty() && changed.size() < most_loads) {
        auto id = noted_.extract(noted_.begin()).value();
        const auto now = present_(id);
        if (!now.in_use())
            given_.erase(id);
        if (now == told_of(id))
            continue;
        if (now == phone_load{})
            told_.erase(id);
        else
            told_.insert_or_assign(id, now);
        changed.emplace(std::move(id), now);
    }
    return changed;
}

envelope phone_loads::news_of(const by_phone& what)
{
    envelope out{.kind = std::string(kinds::load)};
    for (const auto& [id, each] : what)
        fmt::format_to(std::back_inserter(out.body), "{} {} {} {:d}\n", id, each.queued,
                       each.viewers, each.kept);
    return out;
}

phone_loads::by_phone phone_loads::loads_in(const envelope& what)
{
    by_phone out;
    for (std::string_view lines = what.body; !lines.empty();) {
        auto line = take_until('\n', lines);
        const auto id = take_until(' ', line);
        if (const auto read = load_in(line); read && !id.empty())
            out.insert_or_assign(std::string(id), *read);
    }
    return out;
}

void phone_loads::hear(const envelope& what)
{
    for (const auto& [id, now] : loads_in(what))
        set(what.node, id, now);
}

void phone_loads::hear_all(const envelope& what)
{
    replace(what.node, loads_in(what));
}

void phone_loads::replace(const std::string& node, const by_phone& now)
{
    const auto before = others_.find(node);
    if (before != others_.end())
        for (const auto& [id, each] : by_phone(before->second))
            if (!now.contains(id))
                set(node, id, {});
    for (const auto& [id, each] : now)
        set(node, id, each);
}

void phone_loads::set(const std::string& node, const std::string& phone_id, phone_load now)
{
    auto& known = others_[node];
    const auto found = known.find(phone_id);
    const bool was_in_use = found != known.end() && found->second.in_use();
    if (now != phone_load{})
        known.insert_or_assign(phone_id, now);
    else if (found != known.end())
        known.erase(found);
    if (known.empty())
        others_.erase(node);
    if (use_changed_ && was_in_use != now.in_use())
        use_changed_(phone_id);
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
        sum.kept = sum.kept || found->second.kept;
    }
    return sum;
}

void phone_loads::tell_to(const std::string& node)
{
    tell();
    out_.publish(node_subject(node), news_of(told_));
}

} // namespace thimble::service::nodes
