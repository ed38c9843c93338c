#include "service/jobs/withdrawn_jobs.hpp"

#include "async/aborted.hpp"
#include "service/jobs/job_rows.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds pause_between_rounds{1};

/// In one transaction, which has to end within the time of a call: after a time without the store
/// there may be thousands.
constexpr std::size_t deleted_at_once = 200;

/// Longer than a read of the store may take: one that began before the delete was committed has
/// ended by then.
constexpr std::chrono::seconds known_after_delete{10};

} // namespace

withdrawn_jobs::withdrawn_jobs(const asio::any_io_executor& home,
                               store::database& store,
                               std::shared_ptr<spdlog::logger> log)
    : store_(store), log_(std::move(log)), pause_(home)
{
}

bool withdrawn_jobs::add(std::string account_id, std::string job_id, delete_in_transaction with)
{
    rows_.emplace(std::move(job_id),
                  row{.account_id = std::move(account_id), .with = std::move(with)});
    pause_.cancel();
    return !std::exchange(running_, true);
}

void withdrawn_jobs::delete_all(store::transaction& on, const rows& what)
{
    for (const auto& [job_id, each] : what) {
        store::delete_job(on, each.account_id, job_id);
        if (each.with)
            each.with(on, job_id);
    }
}

asio::awaitable<void> withdrawn_jobs::run()
{
    while (!rows_.empty() && !stopped_) {
        const auto batch = undeleted(deleted_at_once);
        if (!batch.empty() && co_await try_to_delete(batch))
            note_deleted(batch);
        else
            co_await pause();
        const auto bound = std::chrono::steady_clock::now() - known_after_delete;
        std::erase_if(rows_, [bound](const auto& each) {
            return each.second.deleted_at && *each.second.deleted_at < bound;
        });
    }
    running_ = false;
}

asio::awaitable<void> withdrawn_jobs::pause()
{
    if (stopped_)
        co_return;
    pause_.expires_after(pause_between_rounds);
    co_await pause_.async_wait(asio::as_tuple(asio::use_awaitable));
}

withdrawn_jobs::rows withdrawn_jobs::undeleted(std::size_t most) const
{
    rows out;
    for (const auto& each : rows_) {
        if (out.size() == most)
            break;
        if (!each.second.deleted_at)
            out.insert(each);
    }
    return out;
}

void withdrawn_jobs::note_deleted(const rows& what)
{
    for (const auto& [job_id, each] : what)
        rows_.at(job_id).deleted_at = std::chrono::steady_clock::now();
}

asio::awaitable<bool> withdrawn_jobs::try_to_delete(rows what)
{
    try {
        const auto done = co_await store_.put(
            [what = std::move(what)](store::transaction& on) { delete_all(on, what); });
        co_return done.has_value();
    } catch (const std::exception& error) {
        async::throw_if_aborted(error);
        log_->error("jobs that were not sent cannot be deleted: {}", error.what());
    }
    co_return false;
}

void withdrawn_jobs::stop()
{
    stopped_ = true;
    pause_.cancel();
    if (auto left = undeleted(rows_.size()); !left.empty())
        store_.write_behind(
            [what = std::move(left)](store::transaction& on) { delete_all(on, what); });
}

} // namespace thimble::service
