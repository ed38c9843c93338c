// Restart of sessions that the end of a former run has cut off.
#pragma once

#include "service/sessions/month.hpp"
#include "store/transaction.hpp"

#include <cstddef>

namespace thimble::service::sessions {

/// Ends every session that has not ended as failed, SERVICE_RESTARTED, with its last two events,
/// and bills it. Its end is when it was last seen, not now: nobody pays for the time in which there
/// was no service. Before the service starts. Returns how many there were.
std::size_t end_cut_off_sessions(store::transaction& on, moment now);

/// The same of those that a service which had the store alone has left to several nodes: it has not
/// written down before each act that the model has asked for it, so that nobody can go on.
std::size_t end_sessions_of_service_alone(store::transaction& on, moment now);

} // namespace thimble::service::sessions
