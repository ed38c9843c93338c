// Errors for requests of a session that is not available.
#pragma once

#include "contract/failure.hpp"
#include "models/provider.hpp"
#include "service/sessions/facts.hpp"
#include "store/problem.hpp"

#include <string>
#include <string_view>

namespace thimble::service {

/// MODEL_NOT_CONFIGURED.
failure no_model();

/// INVALID_ARGUMENT: the order names a model that sessions may not name; it says which they may.
result<void> check_model_of(const sessions::order& wanted, const models::provider& asked);

/// TASK_ALREADY_RUNNING.
failure already_running(std::string_view session_id);

/// QUEUE_FULL: the sessions of the account hold as many bytes of pictures as they may.
failure too_many_pictures();

/// QUEUE_FULL: the service has as many as it takes.
failure too_many_sessions(std::size_t limit);

/// The same, where it is the account's share.
failure too_many_sessions_of_account(std::size_t share);

/// SUBSCRIPTION_REQUIRED.
failure minutes_used_up();

/// INTERNAL_ERROR; failure_of_store() makes STORE_UNAVAILABLE of it.
failure usage_not_read();

/// SESSION_NOT_FOUND.
failure session_not_found(std::string_view id);

/// INTERNAL_ERROR; failure_of_store() makes STORE_UNAVAILABLE of it.
failure sessions_not_read();

/// SESSION_ENDED.
failure session_over(const sessions::facts& which);

/// INTERNAL_ERROR.
failure session_not_written();

/// The same because of the store; STORE_UNAVAILABLE where that is away.
failure session_not_written(const store::problem& why);

} // namespace thimble::service
