// Jobs from their acceptance to their end: written down before anything is sent, found in memory
// or in the store, and ended once.
#include "service/jobs/jobs.hpp"

#include "contract/store_failure.hpp"
#include "service/jobs/job_retention.hpp"
#include "service/jobs/job_row_mapping.hpp"

#include <algorithm>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

failure not_recorded()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The service cannot write down the job, so nothing was sent to the phone; "
                       "its log says why.",
            .context = {{"outcome", link::to_string(link::outcome::not_sent)}}};
}

bool is_among(const std::vector<std::string>& ids, const std::string& id)
{
    return std::ranges::find(ids, id) != ids.end();
}

bool is_final(job_status status)
{
    return status == job_status::completed || status == job_status::failed;
}

/// Number of a result's bytes that are in memory only.
std::size_t confidence_bytes(const job& what)
{
    const auto text = [](const nlohmann::json& from) {
        return from.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    };
    const auto& result = what.result();
    return text(result.value).size() + (result.failure ? text(result.failure->context).size() : 0);
}

bool is_under_way(const job& what, const jobs::filter& wanted)
{
    return what.subject().account_id == wanted.account_id && what.status() == *wanted.status &&
           (!wanted.phone_id || what.phone_id() == *wanted.phone_id) &&
           (!wanted.phones || is_among(*wanted.phones, what.phone_id())) &&
           (!wanted.before || what.id() < *wanted.before);
}

/// Another node is believed about the job that was asked for, and about no other.
bool is_state_of(const job& told, const job& what)
{
    return told.id() == what.id() && told.subject().account_id == what.subject().account_id &&
           told.phone_id() == what.phone_id() && told.action() == what.action() &&
           (!what.settled() || told.status() == what.status()); // an end that is stored stands
}

bool newest_first(const job_ptr& one, const job_ptr& other)
{
    return one->id() > other->id();
}

/// Where two nodes tell of one, an end counts more than that it goes on.
void take_over(const std::vector<job_ptr>& told, std::vector<job_ptr>& known)
{
    for (const auto& each : told) {
        const auto at =
            std::ranges::find_if(known, [&](const auto& one) { return is_state_of(*each, *one); });
        if (at != known.end())
            *at = each;
    }
}

} // namespace

jobs::jobs(asio::any_io_executor home,
           store::database& store,
           picture_store& pictures,
           const job_limits& granted,
           std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), store_(store), pictures_(pictures), limits_(granted),
      log_(std::move(log)), sensitive_(granted.confidence_bytes), withdrawn_(home_, store, log_),
      ends_(home_, store, tasks_, log_), tasks_(home_, [this](const std::exception_ptr& problem) {
          log_->error("a job could not be written down: {}", store::problem_of(problem).text);
      })
{
}

asio::awaitable<result<void>> jobs::record(job_ptr what, also_in_transaction with)
{
    const auto written = co_await insert(*what, std::move(with.write));
    if (!written) {
        // A commit that comes too late would leave a job that was never sent: it is taken back.
        const bool starts =
            written.error().may_have_happened &&
            withdrawn_.add(what->subject().account_id, what->id(), std::move(with.take_back));
        if (starts)
            tasks_.spawn(withdrawn_.run());
        co_return std::unexpected(failure_of_store(written.error(), not_recorded()));
    }
    in_memory_.emplace(what->id(), std::move(what));
    co_return result<void>{};
}

asio::awaitable<store::outcome<void>> jobs::insert(const job& what, also_in_transaction::step with)
{
    // A commit with it is promised to the client, even over a loss of power. All others are spared
    // the wait for the disk.
    const bool safe = with != nullptr;
    auto row = row_of(what);
    row.node = node_;
    if (!node_)
        row.session_id.reset(); // no other node takes that session up
    auto work = [row = std::move(row), with = std::move(with)](store::transaction& on) {
        store::insert_job(on, row);
        if (with)
            with(on, row.id);
    };
    co_return safe ? co_await store_.put_through(std::move(work))
                   : co_await store_.put(std::move(work));
}

asio::awaitable<void> jobs::record_end(job_ptr what, stored then, stored if_taken)
{
    co_await move_picture(*what);
    co_await ends_.write(what, std::move(then), std::move(if_taken));
    remember(what);
}

void jobs::record_end_soon(job_ptr what, stored then, stored if_taken)
{
    remember(what);
    ends_.write_soon(std::move(what), std::move(then), std::move(if_taken));
}

void jobs::record_correction(job_ptr what, stored then, stored if_taken)
{
    tasks_.spawn(ends_.write(std::move(what), std::move(then), std::move(if_taken)));
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
        sensitive_.add(what->subject().account_id, confidence_bytes(*what), what->ended_at(),
                       [what] { what->forget_confidences(); });
    forget_oldest();
}

void jobs::forget_oldest()
{
    while (ended_.size() > limits_.recent_jobs) {
        const auto oldest = in_memory_.find(ended_.front()->id());
        if (oldest != in_memory_.end() && oldest->second == ended_.front()) // else it came back
            let_go(oldest->second->id());
        ended_.pop_front();
    }
}

void jobs::restore(const std::vector<store::job_row>& rows)
{
    for (const auto& row : rows) {
        const auto [at, is_new] = in_memory_.emplace(row.id, read_job(home_, row));
        if (is_new && at->second->recovered())
            recovered_.emplace(row.id, at->second);
    }
}

std::vector<job_ptr> jobs::recovered(std::optional<std::string_view> desktop_id) const
{
    std::vector<job_ptr> out;
    for (const auto& [id, each] : recovered_)
        if (!each->has_result() && (!desktop_id || each->subject().desktop_id == *desktop_id))
            out.push_back(each);
    return out;
}

std::vector<std::string> jobs::adopted_ids(std::string_view desktop_id) const
{
    std::vector<std::string> out;
    for (const auto& each : recovered(desktop_id))
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
        throw store_failed("a job", row.error());
    if (!*row)
        co_return nullptr;
    auto out = std::vector{read_job(home_, **row)};
    if (may_be_elsewhere(**row)) {
        const auto told =
            co_await elsewhere_.in_memory((*row)->account_id, std::vector{(*row)->id});
        take_over(told, out);
    }
    co_return out.front();
}

/// The node that has it in its memory knows more of it than its row says: that it has started, or
/// ended just now, or what is never written down.
bool jobs::may_be_elsewhere(const store::job_row& row) const
{
    return elsewhere_.in_memory &&
           (!row.completed_at || job::clock::now() - *row.completed_at < limits_.confidence_age);
}

std::vector<job_ptr> jobs::in_memory(const std::string& account_id,
                                     const std::vector<std::string>& ids) const
{
    std::vector<job_ptr> out;
    for (const auto& id : ids) {
        const auto found = in_memory_.find(id);
        if (found != in_memory_.end() && found->second->subject().account_id == account_id)
            out.push_back(found->second);
    }
    return out;
}

asio::awaitable<void> jobs::written()
{
    co_await ends_.write_waiting();
    co_await store_.written();
}

asio::awaitable<jobs::page> jobs::list(filter wanted)
{
    const std::size_t one_more = wanted.limit + 1;
    page out;
    if (wanted.status && !is_final(*wanted.status))
        out.jobs = co_await under_way_anywhere(wanted);
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
    co_await written(); // ends that are written behind are part of the answer
    if (elsewhere_.written)
        co_await elsewhere_.written();
    store::job_filter rows{.account_id = wanted.account_id,
                           .phone_id = wanted.phone_id,
                           .phones = wanted.phones,
                           .failed = std::nullopt,
                           .before = wanted.before,
                           .limit = most + withdrawn_.size()}; // those are left out below
    if (wanted.status)
        rows.failed = *wanted.status == job_status::failed;
    const auto found = co_await store_.read(
        [rows = std::move(rows)](store::transaction& on) { return store::list_jobs(on, rows); });
    if (!found)
        throw store_failed("the list of jobs", found.error());
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
    if (elsewhere_.in_memory)
        co_await ask_elsewhere(wanted, out);
    co_return out;
}

/// Those of a list that have not ended, and are not known here, go on at another node.
asio::awaitable<void> jobs::ask_elsewhere(const filter& wanted, std::vector<job_ptr>& listed)
{
    std::vector<std::string> ids;
    for (const auto& each : listed)
        if (!each->settled() && !is_in_memory(each->id()))
            ids.push_back(each->id());
    if (ids.empty())
        co_return;
    const auto asked = ids;
    auto found = co_await elsewhere_.in_memory(wanted.account_id, std::move(ids));
    std::erase_if(found, [&](const auto& told) { return !is_among(asked, told->id()); });
    take_over(found, listed);
}

asio::awaitable<std::vector<job_ptr>> jobs::under_way_anywhere(const filter& wanted)
{
    auto out = under_way(wanted);
    if (!elsewhere_.under_way)
        co_return out;
    auto found = co_await elsewhere_.under_way(wanted);
    for (auto& each : found)
        if (!is_in_memory(each->id()) && is_under_way(*each, wanted))
            out.push_back(std::move(each));
    std::ranges::sort(out, newest_first);
    const auto again = std::ranges::unique(out, {}, [](const auto& each) { return each->id(); });
    out.erase(again.begin(), again.end());
    co_return out;
}

std::vector<job_ptr> jobs::under_way(const filter& wanted) const
{
    std::vector<job_ptr> out;
    for (const auto& [id, each] : in_memory_)
        if (is_under_way(*each, wanted))
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
    auto out = co_await pictures_.load(what->subject().account_id, what->picture());
    if (!out && elsewhere_.picture)
        out = co_await elsewhere_.picture(what->subject().account_id, what->picture());
    co_return out;
}

asio::awaitable<void> jobs::prune(job::clock::time_point now)
{
    sensitive_.drop_older_than(now - limits_.confidence_age);
    co_await pictures_.prune();
    co_await forget_old_jobs(store_, {.jobs = limits_.stored_jobs, .age = limits_.job_age}, now);
}

asio::awaitable<void> jobs::close()
{
    withdrawn_.stop();
    co_await ends_.close();
    co_await store_.written();
}

} // namespace thimble::service
