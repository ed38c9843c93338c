#include "service/dispatcher.hpp"

#include "async/alarm.hpp"
#include "service/unanswered_command.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <numeric>

namespace thimble::service {

namespace asio = boost::asio;
using std::chrono::steady_clock;

struct dispatcher::delivery {
    delivery(
        job_ptr made, order given, link::command sent, place in, const asio::any_io_executor& home)
        : work(std::move(made)), what(std::move(given)), message(std::move(sent)),
          in_queue(std::move(in)), overdue(home)
    {
    }

    job_ptr work;
    order what;
    link::command message;
    place in_queue;
    async::alarm overdue;
    bool withdrawn = false; // the caller has gone
    bool cancelled = false; // the caller wants it to end
    bool timed_out = false;
};

namespace {

std::string describe(const std::exception_ptr& problem)
try {
    std::rethrow_exception(problem);
} catch (const std::exception& error) {
    return error.what();
}

/// Whether what is on the clipboard comes back.
bool reads_clipboard(const link::action& what)
{
    if (const auto* all = std::get_if<link::batch>(&what))
        return std::ranges::any_of(all->steps, [](const auto& step) {
            return std::holds_alternative<link::read_clipboard>(step);
        });
    return std::holds_alternative<link::read_clipboard>(what);
}

/// Outcome and code of an input are in the desktop's journal; what more there is only the store can
/// keep.
bool says_more_than_the_journal(const link::action& what, const link::result& answer)
{
    return link::lane_of(what) != link::lane::input || answer.frame || !answer.value.empty();
}

} // namespace

dispatcher::dispatcher(asio::any_io_executor home,
                       jobs& kept,
                       const limits& granted,
                       std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), kept_(kept), limits_(granted), log_(std::move(log)),
      tasks_(home_, [this](const std::exception_ptr& problem) {
          log_->error("a command failed: {}", describe(problem));
      })
{
}

asio::awaitable<result<job_ptr>> dispatcher::submit(order what)
{
    auto in_queue = take_place(what.phone->id, link::lane_of(what.what));
    if (in_queue == nullptr)
        co_return std::unexpected(
            failure{.code = "QUEUE_FULL",
                    .message = "Too many actions wait for this phone; try later.",
                    .context = {{"phone_id", what.phone->id}, {"limit", limits_.queue_length}}});
    if (link::lane_of(what.what) == link::lane::input)
        ++what.phone->inputs;
    what.via->expect(what.phone->state.udid, what.what);
    const auto work = std::make_shared<job>(home_, subject_of(what));
    const auto patience = what.mode == waiting::sync ? limits_.action_time : limits_.async_wait;
    link::command message{.job_id = work->id(),
                          .udid = work->subject().udid,
                          .what = what.what,
                          .space = what.space,
                          .expires_at = steady_clock::now() + patience,
                          .observed = what.observed};
    if (what.kept)
        if (auto written = co_await kept_.record(work, std::move(what.with)); !written)
            co_return std::unexpected(std::move(written.error()));
    const auto sent = std::make_shared<delivery>(work, std::move(what), std::move(message),
                                                 std::move(in_queue), home_);
    deliveries_.emplace(work->id(), sent);
    if (sent->what.mode == waiting::sync)
        keep_time(sent);
    tasks_.spawn(deliver(sent));
    co_return work;
}

dispatcher::place dispatcher::take_place(const std::string& phone_id, link::lane in)
{
    auto& count = under_way_[{phone_id, in}];
    if (count == nullptr)
        count = std::make_shared<std::size_t>(0);
    if (*count >= limits_.queue_length)
        return nullptr;
    ++*count;
    return {count.get(), [count](void*) { --*count; }};
}

job_subject dispatcher::subject_of(const order& what)
{
    return {.id = ids_.next(job::clock::now()),
            .account_id = what.phone->account_id,
            .phone_id = what.phone->id,
            .udid = what.phone->state.udid,
            .desktop_id = what.phone->desktop_id,
            .action = std::string(link::name_of(what.what)),
            .in_confidence = reads_clipboard(what.what)};
}

/// A desktop never throws; should it, the job ends all the same.
asio::awaitable<link::result> dispatcher::ask(std::shared_ptr<delivery> what)
{
    const auto started = [this, asked = std::weak_ptr(what)] {
        if (const auto still = asked.lock())
            start(still);
    };
    std::string problem;
    try {
        co_return co_await what->what.via->execute(what->message, started);
    } catch (const boost::system::system_error& error) {
        if (error.code() == asio::error::operation_aborted)
            throw;
        problem = error.what();
    } catch (const std::exception& error) {
        problem = error.what();
    }
    log_->error("job {}: {}", what->work->id(), problem);
    co_return unanswered(what->message, link::outcome::unknown, broken_off());
}

void dispatcher::start(const std::shared_ptr<delivery>& what)
{
    if (what->work->status() != job_status::pending)
        return;
    what->work->start();
    if (what->what.mode == waiting::async && !what->cancelled)
        keep_time(what);
}

asio::awaitable<void> dispatcher::deliver(std::shared_ptr<delivery> what)
{
    // Whoever has sent it learns its id before anybody hears of its end.
    co_await asio::post(home_, asio::use_awaitable);
    const bool unsent = what->withdrawn || what->cancelled;
    auto answer = unsent ? unanswered(what->message, link::outcome::not_sent, cancelled())
                         : co_await ask(what);
    check_executor(*what, answer);
    const bool safe = !what->what.kept || !says_more_than_the_journal(what->message.what, answer);
    const auto stored = [via = what->what.via, job_id = what->work->id()] { via->settle(job_id); };
    if (settle(*what, std::move(answer))) {
        if (!safe)
            co_await kept_.record_end(what->work, stored);
        else if (what->what.kept)
            kept_.record_end_soon(what->work, stored);
        announce(*what->work);
    } else if (what->what.kept) {
        kept_.record_correction(what->work, stored);
    }
    if (!what->what.kept)
        stored();
    deliveries_.erase(what->work->id());
}

/// From now on: from the order if the request waits for it, else from the start of the action.
void dispatcher::keep_time(const std::shared_ptr<delivery>& what)
{
    std::chrono::milliseconds patience = limits_.action_time;
    if (what->what.mode == waiting::async)
        patience += link::duration_of(what->what.what);
    what->overdue.set(patience, [this, late = std::weak_ptr(what)] {
        if (const auto still = late.lock())
            give_up(still);
    });
}

/// The desktop has a last while to say what it knows.
void dispatcher::give_up(const std::shared_ptr<delivery>& what)
{
    what->timed_out = true;
    what->overdue.set(limits_.cancel_time, [this, late = std::weak_ptr(what)] {
        if (const auto still = late.lock())
            settle_late(*still);
    });
    what->what.via->cancel(what->work->id());
}

/// A result from another phone is never taken for this one's.
void dispatcher::check_executor(const delivery& what, link::result& answer) const
{
    if (answer.udid == what.message.udid && answer.job_id == what.message.job_id)
        return;
    log_->error("job {}: answered by another phone or for another job", what.work->id());
    answer.outcome = link::outcome::unknown;
    answer.frame.reset();
    answer.failure = failure{.code = "INTERNAL_ERROR",
                             .message = "The answer came from another phone; nothing is known of "
                                        "what this one did."};
}

/// Whether it had no result before.
bool dispatcher::settle(delivery& what, link::result answer)
{
    if (answer.failure && what.timed_out)
        answer.failure = timed_out();
    else if (answer.failure && what.withdrawn && answer.outcome == link::outcome::not_sent)
        answer.failure = cancelled();
    const bool first = !what.work->has_result();
    const bool succeeded = !answer.failure;
    what.overdue.stop();
    what.work->settle(std::move(answer));
    if (first && succeeded && what.what.when_done)
        what.what.when_done(*what.work);
    return first;
}

/// The desktop has said nothing.
void dispatcher::settle_late(delivery& what)
{
    auto why = what.cancelled ? called_off() : timed_out();
    if (!settle(what, unanswered(what.message, link::outcome::unknown, std::move(why))))
        return;
    if (what.what.kept)
        kept_.record_end_soon(what.work);
    announce(*what.work);
}

void dispatcher::announce(job& what)
{
    what.announce();
    for (const auto& hears : when_settled_)
        hears(what);
}

void dispatcher::withdraw(const std::string& job_id)
{
    const auto found = deliveries_.find(job_id);
    if (found == deliveries_.end() || found->second->work->status() != job_status::pending)
        return;
    const auto what = found->second;
    what->withdrawn = true;
    what->what.via->withdraw(job_id);
}

void dispatcher::cancel(const std::string& job_id)
{
    const auto found = deliveries_.find(job_id);
    if (found == deliveries_.end() || found->second->cancelled)
        return;
    const auto what = found->second;
    what->cancelled = true;
    what->overdue.set(limits_.cancel_time, [this, late = std::weak_ptr(what)] {
        if (const auto still = late.lock())
            settle_late(*still);
    });
    what->what.via->cancel(job_id);
}

std::size_t dispatcher::queue_depth(const std::string& phone_id) const
{
    const auto found = under_way_.find({phone_id, link::lane::input});
    return found == under_way_.end() ? 0 : *found->second;
}

std::size_t dispatcher::under_way() const
{
    return std::accumulate(under_way_.begin(), under_way_.end(), std::size_t{0},
                           [](auto sum, const auto& lane) { return sum + *lane.second; });
}

std::size_t dispatcher::longest_queue() const
{
    return std::accumulate(under_way_.begin(), under_way_.end(), std::size_t{0},
                           [](auto most, const auto& in) { return std::max(most, *in.second); });
}

asio::awaitable<void> dispatcher::close()
{
    tasks_.cancel();
    co_await tasks_.until_empty();
    deliveries_.clear();
}

} // namespace thimble::service
