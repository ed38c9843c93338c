// The tables of sessions and of their events.
#pragma once

#include "service/sessions/event.hpp"
#include "service/sessions/facts.hpp"
#include "store/transaction.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::sessions {

/// A node among others that share the store; nothing: the service is alone.
using holder = std::optional<std::string>;

void insert_session(store::transaction& on, const facts& what, const holder& by = {});

/// All that may change. `now`: when this was known. False, and nothing is written, where another
/// node has the session by now, or it is not there.
bool update_session(store::transaction& on, const facts& what, moment now, const holder& by = {});

/// Says of all that have not ended that they go on: up to then they are billed, should the service
/// be killed.
void see_live_sessions(store::transaction& on, moment now, const holder& by = {});

std::optional<facts>
find_session(store::transaction& on, std::string_view account_id, std::string_view id);

struct session_filter {
    std::string account_id;
    std::optional<std::string> phone_id = {};
    std::optional<std::vector<std::string>> phones = {}; // ids; only sessions of these
    std::optional<status> in = {};
    std::optional<std::string> before = {}; // id; only older ones
    std::int64_t limit = 20;
};

/// The newest first.
std::vector<facts> list_sessions(store::transaction& on, const session_filter& wanted);

/// One that has not ended, as a former run of the service has left it.
struct cut_off {
    facts known;
    moment seen_at;
};

std::vector<cut_off> live_sessions(store::transaction& on);

// Of several nodes that share the store.

/// Those that have not ended of a service that had the store alone.
std::vector<cut_off> sessions_of_service_alone(store::transaction& on);

/// The session of a phone that has not ended, whichever node has it.
std::optional<std::string> session_held_for(store::transaction& on, std::string_view phone_id);

/// Those of a node that have not ended, the oldest first.
std::vector<cut_off> sessions_held_by(store::transaction& on, std::string_view node);

/// Gives one that has not ended from one node to another. False where the first one does not have
/// it any more.
bool hand_session_over(store::transaction& on,
                       std::string_view id,
                       std::string_view from,
                       std::string_view to);

/// False where the node does not have the session any more. Until this transaction ends no other
/// takes it.
bool hold_session(store::transaction& on, std::string_view id, std::string_view node);

/// Forgets at most `most` that have ended before that, with their events. Returns how many.
std::size_t forget_sessions(store::transaction& on, moment before, std::int64_t most);

void insert_event(store::transaction& on, std::string_view session_id, const event& what);

/// From that index on, in order, at most so many. A row that makes no sense has empty data.
std::vector<event> list_events(store::transaction& on,
                               std::string_view session_id,
                               std::uint64_t since,
                               std::size_t most);

/// Nothing where there is none.
std::optional<event> last_event(store::transaction& on, std::string_view session_id);

} // namespace thimble::service::sessions
