// Finds out whose password somebody has typed.
#pragma once

#include "async/worker.hpp"
#include "contract/failure.hpp"
#include "service/accounts/hashing_queue.hpp"
#include "service/accounts/sign_in_attempts.hpp"
#include "service/secrets/secure_string.hpp"
#include "store/database.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <memory>
#include <string>

namespace thimble::service {

/// Home thread; passwords are hashed on a thread of its own, one after another, because each takes
/// 64 MiB of memory.
class password_authenticator {
public:
    /// The store outlives it.
    password_authenticator(boost::asio::any_io_executor home,
                           store::database& kept,
                           attempt_limits granted = {});

    /// An account and the hash that the password fits.
    struct match {
        std::string account_id;
        std::string hash;
    };

    /// SIGN_IN_FAILED after the same time and in the same words for a wrong password, an account
    /// without one, and a name that nobody has. RATE_LIMITED after too many of these, and where too
    /// many wait; neither of them keeps out a name that has signed in from that address lately.
    boost::asio::awaitable<result<match>>
    check(std::string name, secure_string password, std::string address);

private:
    /// A hash that no password fits, for those who have none. The worker's thread alone.
    struct decoy {
        std::string hash;
    };

    store::database& store_;
    sign_in_attempts attempts_;
    hashing_queue queue_;
    std::shared_ptr<decoy> decoy_ = std::make_shared<decoy>();
    async::worker hasher_;
};

} // namespace thimble::service
