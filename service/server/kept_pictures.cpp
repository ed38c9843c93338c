#include "service/server/kept_pictures.hpp"

#include "service/jobs/moved_pictures.hpp"
#include "service/jobs/picture_files.hpp"
#include "service/jobs/picture_rows.hpp"

#include <system_error>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;
namespace fs = std::filesystem;

namespace {

picture_limits limits_of_jobs(const limits& granted)
{
    return {.bytes = granted.jobs.picture_bytes,
            .age = granted.jobs.picture_age,
            .time = granted.jobs.picture_time};
}

picture_limits limits_of_sessions(const limits& granted)
{
    return {.bytes = granted.runs.kept_picture_bytes,
            .age = granted.runs.kept_picture_age,
            .time = granted.jobs.picture_time};
}

std::optional<store::threaded_database> opened(const asio::any_io_executor& home,
                                               kept_pictures::place in,
                                               const picture_limits& granted,
                                               const std::shared_ptr<spdlog::logger>& log)
{
    if (!in.database)
        return std::nullopt;
    return std::optional<store::threaded_database>(std::in_place, home, std::move(*in.database),
                                                   store::database_options{.limit = granted.time},
                                                   log);
}

struct shelf_place {
    fs::path folder;       // of files
    store::database* rows; // nullptr: files
    picture_shelf shelf;   // of rows
    picture_limits granted;
};

/// Files that lie there from before are found as long as they are kept.
std::unique_ptr<picture_store> shelf_in(const asio::any_io_executor& home,
                                        const shelf_place& at,
                                        const std::shared_ptr<spdlog::logger>& log)
{
    std::error_code unknown;
    std::unique_ptr<picture_store> files;
    if (at.rows == nullptr || fs::exists(at.folder, unknown))
        files = std::make_unique<picture_files>(home, at.folder, at.granted, log);
    if (at.rows == nullptr)
        return files;
    auto rows = std::make_unique<picture_rows>(*at.rows, at.shelf, at.granted);
    if (!files)
        return rows;
    return std::make_unique<moved_pictures>(std::move(rows), std::move(files));
}

} // namespace

kept_pictures::kept_pictures(const asio::any_io_executor& home,
                             place in,
                             const limits& granted,
                             const std::shared_ptr<spdlog::logger>& log)
    : rows_(opened(home, in, limits_of_jobs(granted), log)),
      of_jobs_(shelf_in(home,
                        {.folder = in.state_dir / "pictures",
                         .rows = rows_ ? &*rows_ : nullptr,
                         .shelf = picture_shelf::jobs,
                         .granted = limits_of_jobs(granted)},
                        log)),
      of_sessions_(home,
                   shelf_in(home,
                            {.folder = in.state_dir / "session-pictures",
                             .rows = rows_ ? &*rows_ : nullptr,
                             .shelf = picture_shelf::sessions,
                             .granted = limits_of_sessions(granted)},
                            log),
                   log)
{
}

void kept_pictures::end_within(std::chrono::milliseconds time)
{
    if (rows_)
        rows_->end_within(time);
}

} // namespace thimble::service
