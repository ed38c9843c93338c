// The libraries of PostgreSQL, which are loaded only when they are needed.
#pragma once

#include <soci/postgresql/soci-postgresql.h>

namespace thimble::service::store {

/// SOCI's back end, and those functions of libpq, which came with it, that SOCI does not call.
struct postgresql_library {
    const soci::backend_factory* backend = nullptr;
    decltype(PQstatus)* status = nullptr;
    decltype(PQsocket)* socket = nullptr;
    decltype(PQsetErrorVerbosity)* set_error_verbosity = nullptr;
    decltype(PQsetNoticeProcessor)* set_notice_processor = nullptr;

    /// Loaded by the first call, never unloaded. Throws std::runtime_error that says what to
    /// install. Any thread.
    static const postgresql_library& get();
};

} // namespace thimble::service::store
