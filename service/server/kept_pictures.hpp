// Pictures of jobs and of sessions, where the operator wants them.
#pragma once

#include "service/jobs/picture_store.hpp"
#include "service/jobs/session_pictures.hpp"
#include "service/server/limits.hpp"
#include "store/database_file.hpp"
#include "store/threaded_database.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

namespace thimble::service {

/// Home thread.
class kept_pictures {
public:
    struct place {
        std::filesystem::path state_dir;              // files lie there
        std::optional<store::database_file> database; // with a value: rows of this one instead
    };

    kept_pictures(const boost::asio::any_io_executor& home,
                  place in,
                  const limits& granted,
                  const std::shared_ptr<spdlog::logger>& log);

    picture_store& of_jobs() noexcept { return *of_jobs_; }
    session_pictures& of_sessions() noexcept { return of_sessions_; } // that agents were shown

    /// As threaded_database::end_within().
    void end_within(std::chrono::milliseconds time);

private:
    std::optional<store::threaded_database> rows_;
    std::unique_ptr<picture_store> of_jobs_;
    session_pictures of_sessions_;
};

} // namespace thimble::service
