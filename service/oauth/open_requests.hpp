// Requests that wait for somebody's consent, and codes that have not been exchanged. In memory
// alone: a restart ends them, and the client begins anew.
#pragma once

#include "service/accounts/digest_map.hpp"
#include "service/oauth/authorization_request.hpp"
#include "service/oauth/grants.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace thimble::service::oauth {

struct request_limits {
    std::chrono::seconds consent_time{600};
    std::chrono::seconds code_time{60};
    std::chrono::seconds memory_of_codes{600}; // of those that were used
    std::size_t most = 1000;                   // of each; the oldest go, see add()
};

struct issued_code {
    authorization_request request;
    grants::approval approved;
};

/// A code that has come.
struct met_code {
    std::optional<issued_code> issued; // nothing where it does not open anything
    std::string grant_id;              // of one that was used before: what came of it
};

/// Home thread.
class open_requests {
public:
    using clock = std::chrono::steady_clock;

    /// `suffix`: behind all that is made here, so that whoever meets it knows where it is known.
    explicit open_requests(const request_limits& granted, std::string suffix = {})
        : limits_(granted), suffix_(std::move(suffix))
    {
    }

    /// An id that nobody guesses. `network`: of the one who asks. Where there are too many, the
    /// oldest of the network with most of them goes: anybody may ask.
    std::string add(authorization_request what, std::string network, clock::time_point now);

    /// nullptr where there is none any more.
    const authorization_request* find(std::string_view id, clock::time_point now);

    /// It has been decided about.
    void remove(std::string_view id);

    std::string issue(issued_code what, clock::time_point now);

    /// It opens nothing from now on.
    met_code take(std::string_view code, clock::time_point now);

    /// The code has led to this grant. True where the code has come again meanwhile.
    bool note_grant(std::string_view code, const std::string& grant_id);

private:
    struct waiting {
        authorization_request what;
        std::string network;
        clock::time_point until;
    };
    struct code_entry {
        std::optional<issued_code> issued; // nothing: it has been used
        std::string grant_id;
        bool came_again = false;
        clock::time_point until; // it is good
        clock::time_point forgotten;
    };

    void forget_old(clock::time_point now);
    void make_room();

    request_limits limits_;
    std::string suffix_;
    std::map<std::string, waiting, std::less<>> waiting_; // by id
    digest_map<code_entry> codes_;
};

} // namespace thimble::service::oauth
