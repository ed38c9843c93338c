#include "service/jobs/in_flight_command.hpp"

#include "async/aborted.hpp"
#include "contract/link_failures.hpp"
#include "contract/synthetic_result.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// Outcome and code of an input are in the desktop's journal; what more there is only the store can
/// keep.
bool says_more_than_the_journal(const link::action& what, const link::result& answer)
{
    return link::lane_of(what) != link::lane::input || answer.frame || !answer.value.empty();
}

} // namespace

/// A desktop never throws; should it, the job ends all the same.
asio::awaitable<link::result> dispatcher::ask(std::shared_ptr<in_flight_command> what)
{
    const auto started = [this, asked = std::weak_ptr(what)] {
        if (const auto still = asked.lock())
            start(still);
    };
    std::string problem;
    try {
        co_return co_await what->what.via->execute(what->message, started);
    } catch (const std::exception& error) {
        async::throw_if_aborted(error);
        problem = error.what();
    }
    log_->error("job {}: {}", what->work->id(), problem);
    co_return synthetic_result(what->message, link::outcome::unknown, broken_off());
}

void dispatcher::start(const std::shared_ptr<in_flight_command>& what)
{
    if (what->work->status() != job_status::pending)
        return;
    what->work->start();
    if (what->what.mode == waiting::async && !what->cancelled)
        keep_time(what);
}

/// After any failure on the way, the job ends and its slot in the queue is free again.
asio::awaitable<void> dispatcher::deliver(std::shared_ptr<in_flight_command> what)
{
    std::string problem;
    try {
        co_await carry_out(what);
    } catch (const std::exception& error) {
        async::throw_if_aborted(error);
        problem = error.what();
    }
    if (!what->work->settled())
        end_broken(*what, problem);
    in_flight_.erase(what->work->id());
}

jobs::stored dispatcher::letting_go_of(const in_flight_command& what)
{
    return [via = what.what.via, id = what.work->id()] { via->let_go(id); };
}

/// The result that is there counts; a part of it that could not be kept is lost.
void dispatcher::end_broken(in_flight_command& what, std::string_view problem)
{
    log_->error("job {}: {}", what.work->id(), problem);
    what.overdue.stop();
    if (!what.work->has_result())
        what.work->settle(synthetic_result(what.message, link::outcome::unknown, broken_off()));
    if (what.what.kept) {
        what.work->move_picture_to({});
        kept_.record_end_soon(
            what.work, [via = what.what.via, id = what.work->id()] { via->settle(id); },
            letting_go_of(what));
    }
    announce(*what.work);
}

asio::awaitable<void> dispatcher::carry_out(std::shared_ptr<in_flight_command> what)
{
    // The caller learns its id before anybody hears of its end.
    co_await asio::post(home_, asio::use_awaitable);
    const bool unsent = what->taken || (may_send_ && !may_send_());
    auto hindered = what->withdrawn || what->cancelled ? std::optional(cancelled())
                    : unsent                           ? std::optional(taken_unsent())
                                                       : std::nullopt;
    auto answer =
        hindered ? synthetic_result(what->message, link::outcome::not_sent, std::move(*hindered))
                 : co_await ask(what);
    check_executor(*what, answer);
    const bool safe = !what->what.kept || !says_more_than_the_journal(what->message.what, answer);
    const auto stored = [via = what->what.via, job_id = what->work->id()] { via->settle(job_id); };
    if (settle(*what, std::move(answer))) {
        if (!safe)
            co_await kept_.record_end(what->work, stored, letting_go_of(*what));
        else if (what->what.kept)
            kept_.record_end_soon(what->work, stored, letting_go_of(*what));
        announce(*what->work);
    } else if (what->what.kept) {
        kept_.record_correction(what->work, stored, letting_go_of(*what));
    }
    if (!what->what.kept)
        stored();
}

/// From now on: from the order if the request waits for it, else from the start of the action.
void dispatcher::keep_time(const std::shared_ptr<in_flight_command>& what)
{
    std::chrono::milliseconds timeout = limits_.action_time;
    if (what->what.mode == waiting::async)
        timeout += link::duration_of(what->what.what) + what->what.time;
    what->overdue.set(timeout, [this, late = std::weak_ptr(what)] {
        if (const auto still = late.lock())
            give_up(still);
    });
}

/// The desktop has a last while to say what it knows.
void dispatcher::give_up(const std::shared_ptr<in_flight_command>& what)
{
    what->timed_out = true;
    what->overdue.set(limits_.cancel_time, [this, late = std::weak_ptr(what)] {
        if (const auto still = late.lock())
            settle_late(*still);
    });
    what->what.via->cancel(what->work->id());
}

/// A result from another phone is never taken for this one's.
void dispatcher::check_executor(const in_flight_command& what, link::result& answer) const
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

/// True where it had no result before.
bool dispatcher::settle(in_flight_command& what, link::result answer)
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
        call_when_done(what);
    return first;
}

/// The action has succeeded, whatever becomes of what follows from it.
void dispatcher::call_when_done(in_flight_command& what)
{
    try {
        what.what.when_done(*what.work);
    } catch (const std::exception& error) {
        log_->error("job {}: after its success: {}", what.work->id(), error.what());
    }
}

/// The desktop has said nothing.
void dispatcher::settle_late(in_flight_command& what)
{
    auto why = what.cancelled ? called_off() : timed_out();
    if (!settle(what, synthetic_result(what.message, link::outcome::unknown, std::move(why))))
        return;
    if (what.what.kept)
        kept_.record_end_soon(what.work, {}, letting_go_of(what));
    announce(*what.work);
}

} // namespace thimble::service
