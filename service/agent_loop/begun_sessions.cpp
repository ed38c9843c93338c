#include "service/agent_loop/begun_sessions.hpp"

#include "service/agent_loop/agent_sessions.hpp"

#include <utility>

namespace thimble::service {

void begun_sessions::note(const std::string& phone_id,
                          std::string session_id,
                          std::string key_id,
                          std::string grant_id)
{
    if (key_id.empty() && grant_id.empty())
        latest_.erase(phone_id); // the former session of the phone has ended
    else
        latest_.insert_or_assign(phone_id, beginning{.session_id = std::move(session_id),
                                                     .key_id = std::move(key_id),
                                                     .grant_id = std::move(grant_id)});
}

std::multimap<std::string, std::string>
begun_sessions::live_by(std::string beginning::* whose) const
{
    std::multimap<std::string, std::string> out;
    for (const auto& [phone_id, each] : latest_)
        if (!(each.*whose).empty() && all_.active_session(phone_id) == each.session_id)
            out.emplace(each.*whose, each.session_id);
    return out;
}

} // namespace thimble::service
