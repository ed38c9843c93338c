// An order of a client to a session, on its way to the node where that lives.
#pragma once

#include "contract/failure.hpp"
#include "service/sessions/status.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>
#include <optional>
#include <string>

namespace thimble::service::sessions {

struct session_order {
    std::string account_id;
    std::string session_id;
    control what = control::pause;
    std::string message = {}; // where that is what it is
};

/// The one who has begun a session: the word of its kind, and its id.
struct session_beginner {
    std::string kind = {}; // empty: not told yet
    std::string id = {};
};

/// Sessions of other nodes of the service. Home thread. Empty where there are none.
struct sessions_elsewhere {
    /// This one lives here from now on, or has ended.
    std::function<void(const std::string& session_id, const std::string& phone_id, bool lives)>
        note = {};

    /// This one does not live here any more, and goes on at another node.
    std::function<void(const std::string& session_id, const std::string& phone_id)> leave = {};

    /// The one of a phone that lives at another node.
    std::function<std::optional<std::string>(const std::string& phone_id)> active = {};

    /// Its answer; nothing where it lives at none of them.
    std::function<boost::asio::awaitable<std::optional<result<void>>>(session_order)> pass_on = {};
};

} // namespace thimble::service::sessions
