#include "store/threaded_database.hpp"

#include "store/sqlite.hpp"

#include <algorithm>
#include <thread>

namespace thimble::service::store {

namespace asio = boost::asio;

namespace {

using logger = std::shared_ptr<spdlog::logger>;

/// About a megabyte of log.
constexpr std::size_t writes_between_checkpoints = 100;

/// About ten megabytes.
constexpr std::size_t writes_between_restarts = 1000;

/// Writes that nobody waits for are refused last, where a store that is away would fill the memory.
constexpr std::size_t more_behind = 10;

/// A server is away for about so long when it is started again, or another takes its place.
constexpr std::chrono::seconds longest_absence{30};
constexpr std::chrono::milliseconds between_attempts{200};

/// Of a call while the store's time ends.
constexpr std::chrono::milliseconds shortest_limit{100};

/// On the writer's thread: what follows waits too, and is written in its turn.
outcome<void> write_when_reached(connection& on, const database::task& work)
{
    const auto until = std::chrono::steady_clock::now() + longest_absence;
    for (;;) {
        auto done = run_transaction(on, access::write, work);
        if (done || !done.error().unreached || std::chrono::steady_clock::now() > until)
            return done;
        std::this_thread::sleep_for(between_attempts);
    }
}

void move_log_into_file(const std::shared_ptr<connection>& on, const logger& log)
{
    try {
        checkpoint(*on);
    } catch (const std::exception&) {
        log->error("the store: {}", problem_of(std::current_exception()).text);
    }
}

} // namespace

threaded_database::threaded_database(asio::any_io_executor home,
                                     database_file file,
                                     database_options options,
                                     std::shared_ptr<spdlog::logger> log)
    : file_(std::move(file)), options_(std::move(options)), log_(std::move(log)), writer_(home),
      readers_{async::worker(home), async::worker(home)}
{
}

threaded_database::place threaded_database::place_for(access how)
{
    if (how != access::read)
        return {.thread = writer_,
                .on = waits_for_disk(how) ? file_.safe_writer() : file_.writer()};
    const std::size_t which = readers_[0].calls() <= readers_[1].calls() ? 0 : 1;
    return {.thread = readers_.at(which), .on = file_.reader(which)};
}

asio::awaitable<outcome<void>> threaded_database::run(access how, call_terms terms, task work)
{
    const auto to = place_for(how);
    if (!terms.first && to.thread.calls() >= options_.longest_queue)
        co_return refused();
    const auto began = std::chrono::steady_clock::now();
    auto call = [on = to.on, how, work = std::move(work)]() mutable {
        return run_transaction(*on, how, work);
    };
    auto answer = co_await to.thread.run_within(limit_of(terms.limit), std::move(call),
                                                terms.first ? async::queue_end::front
                                                            : async::queue_end::back);
    ended(how, std::chrono::steady_clock::now() - began);
    if (!answer) {
        to.on->cut_off_if_stuck();
        co_return failed(
            {.text = "it took too long", .may_have_happened = true, .away = has_server()});
    }
    if (!*answer)
        co_return failed(std::move(answer->error()));
    co_return outcome<void>{};
}

void threaded_database::end_within(std::chrono::milliseconds time)
{
    end_by_ = std::chrono::steady_clock::now() + time;
}

std::chrono::milliseconds
threaded_database::limit_of(std::optional<std::chrono::milliseconds> asked) const
{
    const auto usual = asked.value_or(options_.limit);
    const auto now = std::chrono::steady_clock::now();
    if (now + usual <= end_by_)
        return usual;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_by_ - now);
    return std::min(usual, std::max(left, shortest_limit));
}

void threaded_database::run_behind(task work)
{
    if (writer_.calls() >= options_.longest_queue * more_behind) {
        static_cast<void>(refused());
        return;
    }
    count_write();
    writer_.enqueue([on = file_.writer(), log = log_, work = std::move(work)] {
        if (const auto done = write_when_reached(*on, work); !done)
            log->error("the store: {}", done.error().text);
    });
}

void threaded_database::ended(access how, std::chrono::steady_clock::duration took)
{
    if (options_.on_call)
        options_.on_call(how, took);
    if (how != access::read)
        count_write();
    checkpoint_if_due();
}

std::unexpected<problem> threaded_database::failed(problem why)
{
    log_->error("the store: {}", why.text);
    return std::unexpected(std::move(why));
}

/// A full queue refuses thousands a second: it is said once in each.
std::unexpected<problem> threaded_database::refused()
{
    problem full{.text = "too many calls wait for it", .away = has_server()};
    const auto now = std::chrono::steady_clock::now();
    if (now < next_refusal_logged_)
        return std::unexpected(std::move(full));
    next_refusal_logged_ = now + std::chrono::seconds(1);
    return failed(std::move(full));
}

void threaded_database::count_write()
{
    ++uncheckpointed_;
    ++unrestarted_;
}

/// Waits for the disk, so a reader does it: writers are not held up. But it never ends with an
/// empty log while they write on, and only an empty one begins anew: now and then, when a reader
/// has just done most of it, the writer itself does the rest.
void threaded_database::checkpoint_if_due()
{
    if (file_.speaks() != dialect::sqlite ||
        *checkpointing_) // one at a time; the other would be refused
        return;
    if (unrestarted_ >= writes_between_restarts) {
        unrestarted_ = 0;
        writer_.enqueue([on = file_.writer(), log = log_] { move_log_into_file(on, log); });
    } else if (uncheckpointed_ >= writes_between_checkpoints) {
        uncheckpointed_ = 0;
        *checkpointing_ = true;
        readers_.back().enqueue(
            [on = file_.reader(readers_.size() - 1), under_way = checkpointing_, log = log_] {
                move_log_into_file(on, log);
                *under_way = false;
            });
    }
}

} // namespace thimble::service::store
