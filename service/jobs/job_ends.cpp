#include "service/jobs/job_ends.hpp"

#include "async/aborted.hpp"
#include "service/jobs/job_row_mapping.hpp"

#include <chrono>
#include <exception>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// Until the store is asked again to take what it would not.
constexpr std::chrono::seconds pause_after_refusal{1};

/// A phone that is used ends a job in a fifth of a second, or many in a millisecond where nothing
/// is slow: the wait is nothing to the one, and spares the others a transaction each.
constexpr std::chrono::milliseconds wait_for_other_ends{5};
constexpr std::size_t most_ends_together = 64;

} // namespace

job_ends::job_ends(const asio::any_io_executor& home,
                   store::database& store,
                   async::task_group& tasks,
                   std::shared_ptr<spdlog::logger> log)
    : store_(store), tasks_(tasks), log_(std::move(log)), soon_(home), again_(home)
{
}

void job_ends::write_soon(job_ptr what, stored then)
{
    waiting_.push_back({.what = std::move(what), .then = std::move(then)});
    if (waiting_.size() >= most_ends_together)
        tasks_.spawn(write_waiting());
    else if (waiting_.size() == 1)
        soon_.set(wait_for_other_ends, [this] { tasks_.spawn(write_waiting()); });
}

/// Ends that the store does not take together are tried one by one: an end that it refuses keeps no
/// other back.
asio::awaitable<void> job_ends::write_waiting()
{
    auto ends = std::exchange(waiting_, {});
    if (ends.empty())
        co_return;
    std::vector<store::job_row> rows;
    rows.reserve(ends.size());
    for (const auto& each : ends)
        rows.push_back(row_of(*each.what));
    const bool together = co_await try_to_write(std::move(rows));
    for (auto& each : ends) {
        if (!together)
            co_await write(std::move(each.what), std::move(each.then));
        else if (each.then)
            each.then();
    }
}

asio::awaitable<void> job_ends::write(job_ptr what, stored then)
{
    std::vector<store::job_row> one;
    one.push_back(row_of(*what));
    if (co_await try_to_write(std::move(one))) {
        if (then)
            then();
        co_return;
    }
    unwritten_.push_back({.what = std::move(what), .then = std::move(then)});
    again_.set(pause_after_refusal, [this] { tasks_.spawn(write_again()); });
}

/// A store that throws is one that fails: the ends are written later.
asio::awaitable<bool> job_ends::try_to_write(std::vector<store::job_row> ends)
{
    const auto first = ends.front().id;
    try {
        const auto written = co_await store_.put([rows = std::move(ends)](store::transaction& on) {
            for (const auto& each : rows)
                store::end_job(on, each);
        });
        co_return written.has_value();
    } catch (const std::exception& error) {
        async::throw_if_aborted(error);
        log_->error("job {}: {}", first, error.what());
    }
    co_return false;
}

asio::awaitable<void> job_ends::write_again()
{
    for (auto& each : std::exchange(unwritten_, {}))
        co_await write(std::move(each.what), std::move(each.then));
}

asio::awaitable<void> job_ends::close()
{
    soon_.stop();
    co_await write_waiting();
    co_await tasks_.until_empty();
    co_await write_again();
    again_.stop();
}

} // namespace thimble::service
