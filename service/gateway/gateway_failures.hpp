// Errors of requests that are refused before any route has seen them.
#pragma once

#include "contract/failure.hpp"
#include "contract/store_failure.hpp"
#include "http/handler.hpp"
#include "service/accounts/rights.hpp"

#include <chrono>

namespace thimble::service {

/// `nearest`: a path that may have been meant; empty: none is near.
failure not_found(const std::string& nearest);

/// Says no more than that the log has the rest.
failure internal_error();

/// The same of the store; STORE_UNAVAILABLE where that is away.
failure not_looked_up(const store_failed& why);

failure bad_request();
failure no_subscription();

/// Of a key that was good when its request came in.
failure revoked_meanwhile();

/// A key lacks every one of the scopes that would do.
failure no_scope(scope_set needed);

/// A key for some phones asks for what concerns the account as a whole.
failure not_for_some_phones();

/// A request comes again with a key that is not for the phone that the first one was about, which
/// is not named.
failure not_for_this_phone();

/// `wait` is how long it takes until the key has a request again.
failure rate_limited(std::chrono::steady_clock::duration wait);

/// `wait` is how long it takes until the address may try a key again.
failure too_many_wrong_keys(std::chrono::steady_clock::duration wait);

/// Of a name in Host that is none of ours.
failure unknown_host();

/// Of a node that must not answer, because it may have missed something.
failure node_cut_off();

/// A request that could not be read to its end.
failure refusal_of(http::refusal why);

} // namespace thimble::service
