// Enrolment of desktops: one asks and shows a code, an account approves the code.
#pragma once

#include "contract/failure.hpp"
#include "service/accounts/account.hpp"
#include "service/desktops/desktops.hpp"
#include "service/desktops/enrolment_limits.hpp"
#include "service/desktops/enrolment_rows.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/describe/enum.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

/// Home thread. As in the device authorization grant (RFC 8628): the code is short and passes
/// through people, so it opens nothing by itself; the desktop asks for its token with a secret of
/// its own. Enrolments are in the store alone, because few ask and seldom.
///
/// Nobody keeps a token: it follows from the desktop's secret and one of the service's, so that an
/// answer that is lost on the way can be given again. That ends with the desktop's first link.
class enrolments {
public:
    using clock = std::chrono::system_clock;

    /// `secret` is random and the same as long as the store. Store and `admitted` outlive this.
    enrolments(store::database& kept,
               desktops& admitted,
               enrolment_limits granted,
               std::string secret);

    const enrolment_limits& granted() const noexcept { return granted_; }

    struct opened {
        enrolment_row row;
        std::string poll_token; // nobody learns it again
    };

    /// For a desktop of this name. RATE_LIMITED when too many ask, from that address or altogether.
    boost::asio::awaitable<result<opened>>
    open(std::string name, std::string address, clock::time_point now);

    enum class stage : std::uint8_t { pending, approved, expired };
    BOOST_DESCRIBE_NESTED_ENUM(stage, pending, approved, expired)

    struct progress {
        enrolment_row row;
        stage reached = stage::pending;
        std::string token; // of the desktop; empty until it has been approved
    };

    /// Its progress. DATA_NOT_FOUND for an unknown id, another secret, and once the desktop has
    /// linked or been revoked.
    boost::asio::awaitable<result<progress>>
    look(std::string id, std::string poll_token, clock::time_point now);

    /// The account lets the desktop in that shows this code; approving twice is approving once.
    /// DATA_NOT_FOUND for a code that no desktop shows; RATE_LIMITED after too many of these;
    /// INVALID_ARGUMENT when the account has as many desktops as it may.
    boost::asio::awaitable<result<desktop_row>>
    approve(account who, std::string typed_code, clock::time_point now);

    /// Forgets those that have expired, some time later: what comes too late is told so.
    boost::asio::awaitable<void> prune(clock::time_point now);

private:
    result<void> admit_asker(const std::string& address);
    std::string token_for(const std::string& poll_token) const;

    store::database& store_;
    desktops& admitted_;
    enrolment_limits granted_;
    std::string secret_;
    rate_limiter askers_;    // one bucket: strangers have no name
    rate_limiter addresses_; // that they ask from
    rate_limiter guesses_;   // of each account
};

std::string_view to_string(enrolments::stage value);

} // namespace thimble::service
