#include "service/jobs/jobs.hpp"

#include "service/jobs/job_retention.hpp"
#include "service/jobs/kept_job.hpp"

#include <algorithm>
#include <stdexcept>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// Until the store is asked again to take what it would not.
constexpr std::chrono::seconds pause_after_failure{1};

/// A phone that is used ends a job in a fifth of a second, or many in a millisecond where nothing
/// is slow: the wait is nothing to the one, and spares the others a transaction each.
constexpr std::chrono::milliseconds wait_for_other_ends{5};
constexpr std::size_t most_ends_together = 64;

failure not_recorded()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The service cannot write down the job, so nothing was sent to the phone; "
                       "its log says why.",
            .context = {{"outcome", link::to_string(link::outcome::not_sent)}}};
}

bool is_final(job_status status)
{
    return status == job_status::completed || status == job_status::failed;
}

/// How many bytes of a result are in memory only.
std::size_t confidence_bytes(const job& what)
{
    const auto text = [](const nlohmann::json& from) {
        return from.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    };
    const auto& result = what.result();
    return text(result.value).size() + (result.failure ? text(result.failure->context).size() : 0);
}

bool newest_first(const job_ptr& one, const job_ptr& other)
{
    return one->id() > other->id();
}

} // namespace

jobs::jobs(asio::any_io_executor home,
           store::database& store,
           picture_store& pictures,
           const job_limits& granted,
           std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), store_(store), pictures_(pictures), limits_(granted),
      log_(std::move(log)), confidences_(granted.confidence_bytes), withdrawn_(home_, store, log_),
      tasks_(home_,
             [this](const std::exception_ptr& problem) {
                 log_->error("a job could not be written down: {}",
                             store::problem_of(problem).text);
             }),
      soon_(home_), again_(home_)
{
}

asio::awaitable<result<void>> jobs::record(job_ptr what, companion with)
{
    const auto written = co_await insert(*what, std::move(with.write));
    if (!written) {
        const bool starts =
            written.error().may_have_happened &&
            withdrawn_.add(what->subject().account_id, what->id(), std::move(with.take_back));
        if (starts)
            tasks_.spawn(withdrawn_.run());
        co_return std::unexpected(not_recorded());
    }
    in_memory_.emplace(what->id(), std::move(what));
    co_return result<void>{};
}

asio::awaitable<store::outcome<void>> jobs::insert(const job& what, companion::step with)
{
    const bool safe = with != nullptr;
    auto work = [row = row_of(what), with = std::move(with)](store::transaction& on) {
        store::insert_job(on, row);
        if (with)
            with(on, row.id);
    };
    co_return safe ? co_await store_.write_through(std::move(work))
                   : co_await store_.write(std::move(work));
}

asio::awaitable<void> jobs::record_end(job_ptr what, stored then)
{
    co_await move_picture(*what);
    co_await write_end(what, std::move(then));
    remember(what);
}

void jobs::record_end_soon(job_ptr what, stored then)
{
    remember(what);
    ends_.push_back({.what = std::move(what), .then = std::move(then)});
    if (ends_.size() >= most_ends_together)
        tasks_.spawn(write_ends());
    else if (ends_.size() == 1)
        soon_.set(wait_for_other_ends, [this] { tasks_.spawn(write_ends()); });
}

/// In one transaction, which costs little more than that of one end. What the store does not take
/// together is tried one by one: an end that it refuses keeps no other back.
asio::awaitable<void> jobs::write_ends()
{
    auto ends = std::exchange(ends_, {});
    if (ends.empty())
        co_return;
    const bool together = co_await try_to_write_ends(ends);
    for (auto& each : ends) {
        if (!together)
            co_await write_end(std::move(each.what), std::move(each.then));
        else if (each.then)
            each.then();
    }
}

void jobs::record_correction(job_ptr what, stored then)
{
    tasks_.spawn(write_end(std::move(what), std::move(then)));
}

asio::awaitable<void> jobs::write_end(job_ptr what, stored then)
{
    if (co_await try_to_write_end(*what)) {
        if (then)
            then();
        co_return;
    }
    unwritten_.push_back({.what = std::move(what), .then = std::move(then)});
    again_.set(pause_after_failure, [this] { tasks_.spawn(write_again()); });
}

asio::awaitable<bool> jobs::try_to_write_end(const job& what)
{
    std::vector<store::job_row> one;
    one.push_back(row_of(what));
    co_return co_await try_to_write(std::move(one));
}

asio::awaitable<bool> jobs::try_to_write_ends(const std::vector<unwritten>& ends)
{
    std::vector<store::job_row> rows;
    rows.reserve(ends.size());
    for (const auto& each : ends)
        rows.push_back(row_of(*each.what));
    co_return co_await try_to_write(std::move(rows));
}

/// A store that throws is one that fails: the ends are written later.
asio::awaitable<bool> jobs::try_to_write(std::vector<store::job_row> ends)
{
    const auto first = ends.front().id;
    try {
        const auto written =
            co_await store_.write([rows = std::move(ends)](store::transaction& on) {
                for (const auto& each : rows)
                    store::end_job(on, each);
            });
        co_return written.has_value();
    } catch (const boost::system::system_error& error) {
        if (error.code() == asio::error::operation_aborted)
            throw;
        log_->error("job {}: {}", first, error.what());
    } catch (const std::exception& error) {
        log_->error("job {}: {}", first, error.what());
    }
    co_return false;
}

asio::awaitable<void> jobs::write_again()
{
    for (auto& each : std::exchange(unwritten_, {}))
        co_await write_end(std::move(each.what), std::move(each.then));
}

/// A picture is on the disk before anybody hears of it; memory is for others.
asio::awaitable<void> jobs::move_picture(job& what)
{
    const auto& frame = what.result().frame;
    if (!frame || !frame->picture.data)
        co_return;
    what.move_picture_to(co_await pictures_.keep(what.subject().account_id, frame->picture.data));
}

void jobs::remember(const job_ptr& what)
{
    ended_.push_back(what);
    if (!is_kept_wholly(*what))
        confidences_.add(what->subject().account_id, confidence_bytes(*what), what->ended_at(),
                         [what] { what->forget_confidences(); });
    forget_oldest();
}

void jobs::forget_oldest()
{
    while (ended_.size() > limits_.recent_jobs) {
        in_memory_.erase(ended_.front()->id());
        ended_.pop_front();
    }
}

void jobs::adopt(const std::vector<store::job_row>& rows)
{
    for (const auto& row : rows)
        in_memory_.emplace(row.id, read_job(home_, row));
}

std::vector<job_ptr> jobs::adopted(std::optional<std::string_view> desktop_id) const
{
    std::vector<job_ptr> out;
    for (const auto& [id, each] : in_memory_)
        if (each->adopted() && !each->has_result() &&
            (!desktop_id || each->subject().desktop_id == *desktop_id))
            out.push_back(each);
    return out;
}

std::vector<std::string> jobs::adopted_ids(std::string_view desktop_id) const
{
    std::vector<std::string> out;
    for (const auto& each : adopted(desktop_id))
        out.push_back(each->id());
    return out;
}

asio::awaitable<job_ptr> jobs::find(std::string account_id, std::string id)
{
    const auto here = in_memory_.find(id);
    if (here != in_memory_.end())
        co_return here->second->subject().account_id == account_id ? here->second : nullptr;
    if (is_withdrawn(id))
        co_return nullptr;
    const auto row = co_await store_.read(
        [account_id = std::move(account_id), id = std::move(id)](store::transaction& on) {
            return store::find_job(on, account_id, id);
        });
    if (!row)
        throw std::runtime_error("a job: " + row.error().text);
    co_return *row ? read_job(home_, **row) : nullptr;
}

asio::awaitable<jobs::page> jobs::list(filter wanted)
{
    const std::size_t one_more = wanted.limit + 1;
    page out;
    if (wanted.status && !is_final(*wanted.status))
        out.jobs = under_way(wanted);
    else
        out.jobs = co_await read_list(wanted, one_more);
    if (out.jobs.size() > wanted.limit) {
        out.jobs.resize(wanted.limit);
        out.next_before = out.jobs.back()->id();
    }
    co_return out;
}

asio::awaitable<std::vector<job_ptr>> jobs::read_list(const filter& wanted, std::size_t most)
{
    co_await write_ends();
    co_await store_.written(); // ends that are written behind are part of the answer
    store::job_filter rows{.account_id = wanted.account_id,
                           .phone_id = wanted.phone_id,
                           .failed = std::nullopt,
                           .before = wanted.before,
                           .limit = most + withdrawn_.size()};
    if (wanted.status)
        rows.failed = *wanted.status == job_status::failed;
    const auto found = co_await store_.read(
        [rows = std::move(rows)](store::transaction& on) { return store::list_jobs(on, rows); });
    if (!found)
        throw std::runtime_error("the list of jobs: " + found.error().text);
    std::vector<job_ptr> out;
    for (const auto& row : *found) {
        if (is_withdrawn(row.id))
            continue;
        const auto here = in_memory_.find(row.id);
        // An end is stored a moment before it is known here; what is asked for is what is stored.
        const bool behind = here != in_memory_.end() && row.completed_at.has_value() &&
                            !is_final(here->second->status());
        out.push_back(here != in_memory_.end() && !behind ? here->second : read_job(home_, row));
    }
    co_return out;
}

std::vector<job_ptr> jobs::under_way(const filter& wanted) const
{
    std::vector<job_ptr> out;
    for (const auto& [id, each] : in_memory_)
        if (each->subject().account_id == wanted.account_id && each->status() == *wanted.status &&
            (!wanted.phone_id || each->phone_id() == *wanted.phone_id) &&
            (!wanted.before || id < *wanted.before))
            out.push_back(each);
    std::ranges::sort(out, newest_first);
    return out;
}

asio::awaitable<std::shared_ptr<const screen::bytes>> jobs::picture_of(job_ptr what)
{
    const bool kept = what->status() == job_status::completed && !what->picture().empty() &&
                      job::clock::now() - what->ended_at() <= limits_.picture_age;
    if (!kept)
        co_return nullptr;
    co_return co_await pictures_.load(what->subject().account_id, what->picture());
}

asio::awaitable<void> jobs::prune(job::clock::time_point now)
{
    confidences_.drop_older_than(now - limits_.confidence_age);
    co_await pictures_.prune();
    co_await forget_old_jobs(store_, {.jobs = limits_.stored_jobs, .age = limits_.job_age}, now);
}

asio::awaitable<void> jobs::close()
{
    withdrawn_.stop();
    soon_.stop();
    co_await write_ends();
    co_await tasks_.until_empty();
    co_await write_again();
    again_.stop();
    co_await store_.written();
}

} // namespace thimble::service
