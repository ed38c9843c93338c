// Events of agent sessions, told to the rest of the service.
#include "service/server/server_parts.hpp"

namespace thimble::service {

namespace {

void tell_status(account_events& to, const sessions::facts& of)
{
    to.publish(of.account_id, "session",
               {{"session_id", of.id},
                {"phone_id", of.phone_id},
                {"status", sessions::to_string(of.now)},
                {"error", of.error ? nlohmann::ordered_json(*of.error) : nullptr}});
}

} // namespace

void server::implementation::note_act_of_agent(const job& ended, const std::string& session_id)
{
    const auto& came = ended.result();
    audit.note({.account_id = ended.subject().account_id,
                .who = {.kind = actor_kind::session, .id = session_id, .name = {}},
                .action = ended.action(),
                .phone_id = ended.phone_id(),
                .target = ended.id(),
                .outcome = std::string(link::to_string(came.outcome)),
                .error = came.failure ? came.failure->code : std::string()});
}

void server::implementation::note_session(const sessions::facts& of)
{
    tell_status(events, of);
    waiting.look_at(of.phone_id);
    if (of.recording_id && of.completed_at)
        recorded.stop_soon(*of.recording_id, recording_end::session_ended);
}

} // namespace thimble::service
