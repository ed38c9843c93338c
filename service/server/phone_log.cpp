#include "service/server/phone_log.hpp"

#include "service/phones/phone_record.hpp"
#include "text/lists.hpp"
#include "text/printable_text.hpp"

#include <set>
#include <string_view>

namespace thimble::service {

namespace {

/// Empty while nothing is known of it yet.
std::string readiness_of(const phones& all, const known_phone& phone)
{
    if (all.status_of(phone) == connection_status::offline)
        return "offline";
    if (!phone.state.blockers.empty())
        return "not ready: " + joined(phone.state.blockers, ", ", &link::blocker::code);
    return phone.state.capabilities.empty() ? "" : "ready";
}

} // namespace

void phone_log::note(const known_phone& phone)
{
    auto now = readiness_of(all_, phone);
    const auto before = said_.find(phone.id);
    if (now.empty() || (before != said_.end() && before->second == now))
        return;
    if (before != said_.end() || now != "offline") // those of a former run are nothing new
        log_->info("phone {} ({}) is {}", printable(shown_name(phone)), phone.id, now);
    said_[phone.id] = std::move(now);
}

void phone_log::note_all_of(const std::string& desktop_id)
{
    for (const auto& each : all_.held_by(desktop_id))
        note(*each);
}

void phone_log::prune()
{
    std::set<std::string_view> known;
    for (const auto& each : all_.all())
        known.insert(each->id);
    std::erase_if(said_, [&](const auto& each) { return !known.contains(each.first); });
}

} // namespace thimble::service
