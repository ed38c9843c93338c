// Sessions as the store tells of them.
#pragma once

#include "contract/failure.hpp"
#include "service/agent_loop/agent_limits.hpp"
#include "service/sessions/ledger.hpp"
#include "service/sessions/session_rows.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service {

/// Committed together with a session, or not at all.
using session_transaction_extra =
    std::function<void(store::transaction&, const sessions::facts& begun)>;

/// Plan of an account, and its bill of a month so far.
struct month_so_far {
    sessions::plan agreed;
    std::vector<sessions::entry> billed;
};

/// Home thread. Where the store fails, that is INTERNAL_ERROR or STORE_UNAVAILABLE, never an
/// answer; its log says why.
class session_archive {
public:
    /// Both outlive it.
    session_archive(store::database& store, const agent_limits& granted, sessions::holder holder)
        : store_(store), limits_(granted), granted_(granted.session.events),
          holder_(std::move(holder))
    {
    }

    struct inserted {
        /// The session that the phone has at some node already: this one is not written then.
        std::optional<std::string> busy = {};
    };

    /// Safe when this returns, together with what `with` does, where it was written; it survives a
    /// loss of power.
    boost::asio::awaitable<store::outcome<inserted>> insert(sessions::facts what,
                                                            std::vector<sessions::event> events,
                                                            session_transaction_extra with);

    /// SESSION_NOT_FOUND where the account has no such session.
    boost::asio::awaitable<result<sessions::facts>> find(std::string account_id, std::string id);

    boost::asio::awaitable<result<std::vector<sessions::facts>>>
    list(sessions::session_filter wanted);

    /// SESSION_NOT_FOUND where the account has no such session.
    boost::asio::awaitable<result<sessions::event_page>>
    events(std::string account_id, std::string id, std::uint64_t since);

    /// True where the session has so many that there is one of this index; not where the store
    /// fails: whoever asks for the event itself is told.
    boost::asio::awaitable<bool>
    has_event(std::string account_id, std::string id, std::uint64_t index);

    boost::asio::awaitable<result<month_so_far>> month_of(std::string account_id,
                                                          sessions::month in);

    /// Ids of those that this node, among others, has in the store; nothing where that fails.
    boost::asio::awaitable<std::optional<std::set<std::string>>> held();

    /// Everything that has happened in it; nothing where the store fails.
    boost::asio::awaitable<std::optional<std::vector<sessions::event>>> all_events(std::string id);

    /// Forgets what is too old, and says of those that live that they have been seen.
    boost::asio::awaitable<void> keep_up(sessions::moment now);

private:
    store::database& store_;
    const agent_limits& limits_;
    const sessions::event_limits& granted_;
    sessions::holder holder_;
};

} // namespace thimble::service
