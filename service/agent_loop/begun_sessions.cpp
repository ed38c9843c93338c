#include "service/agent_loop/begun_sessions.hpp"

#include "service/agent_loop/agent_sessions.hpp"

#include <utility>

namespace thimble::service {

void begun_sessions::note(const std::string& phone_id, std::string session_id, actor by)
{
    if (when_noted_)
        when_noted_(session_id, by);
    hear(phone_id, std::move(session_id), std::move(by));
}

std::optional<std::string> begun_sessions::live_of_others(const std::string& phone_id,
                                                          const actor& who) const
{
    auto live = all_.active_session(phone_id);
    const auto begun = latest_.find(phone_id);
    const bool mine = live && begun != latest_.end() && begun->second.session_id == *live &&
                      begun->second.by.is(who);
    return mine ? std::nullopt : live;
}

std::optional<actor> begun_sessions::beginner_of(const std::string& phone_id,
                                                 const std::string& session_id) const
{
    const auto found = latest_.find(phone_id);
    if (found == latest_.end() || found->second.session_id != session_id)
        return std::nullopt;
    return found->second.by;
}

std::multimap<std::string, std::string> begun_sessions::live_by(actor_kind kind) const
{
    std::multimap<std::string, std::string> out;
    for (const auto& [phone_id, each] : latest_)
        if (each.by.kind == kind && all_.active_session(phone_id) == each.session_id)
            out.emplace(each.by.id, each.session_id);
    return out;
}

} // namespace thimble::service
