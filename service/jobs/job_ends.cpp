#include "service/jobs/job_ends.hpp"

#include "async/aborted.hpp"
#include "service/jobs/job_row_mapping.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <iterator>
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

void job_ends::write_soon(job_ptr what, stored then, stored if_taken)
{
    waiting_.push_back(
        {.what = std::move(what), .then = std::move(then), .if_taken = std::move(if_taken)});
    if (waiting_.size() >= most_ends_together)
        tasks_.spawn(write_waiting());
    else if (waiting_.size() == 1)
        soon_.set(wait_for_other_ends, [this] { tasks_.spawn(write_waiting()); });
}

asio::awaitable<void> job_ends::write_waiting()
{
    if (auto ends = std::exchange(waiting_, {}); !ends.empty())
        co_await write_together(std::move(ends));
}

asio::awaitable<void> job_ends::write(job_ptr what, stored then, stored if_taken)
{
    std::vector<end> one;
    one.push_back(
        {.what = std::move(what), .then = std::move(then), .if_taken = std::move(if_taken)});
    co_await write_together(std::move(one));
}

/// Ends that the store refuses together are tried one by one: one that it does not take keeps no
/// other back. Where it does not answer, each would be waited for, one after the other.
asio::awaitable<bool> job_ends::write_together(std::vector<end> ends)
{
    std::vector<store::job_row> rows;
    rows.reserve(ends.size());
    for (const auto& each : ends)
        rows.push_back(row_of(*each.what));
    ids lost;
    auto went = co_await try_to_write(std::move(rows), lost);
    for (auto& each : ends) {
        auto alone = went;
        if (went == attempt::refused && ends.size() > 1) {
            std::vector<store::job_row> one{row_of(*each.what)};
            alone = co_await try_to_write(std::move(one), lost);
            if (alone == attempt::unanswered)
                went = attempt::unanswered;
        }
        if (alone != attempt::written)
            keep_for_later(std::move(each));
        else
            tell(each, lost.contains(each.what->id()));
    }
    co_return went != attempt::unanswered;
}

void job_ends::tell(const end& of, bool taken) const
{
    if (const auto& then = taken ? of.if_taken : of.then)
        then();
    if (taken && when_taken_)
        when_taken_(*of.what);
}

void job_ends::keep_for_later(end&& which)
{
    unwritten_.push_back(std::move(which));
    again_.set(pause_after_refusal, [this] { tasks_.spawn(write_again()); });
}

/// A store that throws is one that fails: the ends are written later.
asio::awaitable<job_ends::attempt> job_ends::try_to_write(std::vector<store::job_row> ends,
                                                          ids& lost)
{
    const auto first = ends.front().id;
    for (auto& each : ends)
        each.node = node_;
    try {
        auto written = co_await store_.put([rows = std::move(ends)](store::transaction& on) {
            ids out;
            for (const auto& each : rows)
                if (!store::end_job(on, each) && each.node)
                    out.insert(each.id);
            return out;
        });
        if (written) {
            lost.merge(*written);
            co_return attempt::written;
        }
        const auto& why = written.error();
        co_return why.may_have_happened || why.unreached ? attempt::unanswered : attempt::refused;
    } catch (const std::exception& error) {
        async::throw_if_aborted(error);
        log_->error("job {}: {}", first, error.what());
    }
    co_return attempt::refused;
}

asio::awaitable<void> job_ends::write_again()
{
    auto left = std::exchange(unwritten_, {});
    for (bool answers = true; answers && !left.empty();) {
        const auto count = std::min(left.size(), most_ends_together);
        const auto rest = left.end() - static_cast<std::ptrdiff_t>(count);
        std::vector<end> part(std::move_iterator(rest), std::move_iterator(left.end()));
        left.erase(rest, left.end());
        answers = co_await write_together(std::move(part));
    }
    std::ranges::move(left, std::back_inserter(unwritten_));
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
