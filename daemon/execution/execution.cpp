#include "daemon/execution/execution.hpp"

#include "async/exception_text.hpp"
#include "daemon/actions/observe.hpp"
#include "daemon/execution/traced_command.hpp"
#include "daemon/report/refusals.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>

namespace thimble::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;

namespace {

double milliseconds_between(steady_clock::time_point from, steady_clock::time_point to)
{
    return std::chrono::duration<double, std::milli>(to - from).count();
}

} // namespace

asio::awaitable<std::optional<async::lane::turn>> phone_lanes::take_turn(link::lane which)
{
    if (which == link::lane::frames)
        co_return std::nullopt;
    co_return co_await (which == link::lane::input ? input : reads).take();
}

std::size_t phone_lanes::waiting() const
{
    return input.waiting() + frames->waiting() + reads.waiting();
}

execution::execution(link::command what, context around)
    : what_(std::move(what)), context_(std::move(around)), delivered_at_(steady_clock::now()),
      started_at_(delivered_at_), settled_(context_.home), alarm_(context_.home)
{
}

void execution::start()
{
    set_alarm(what_.expires_at, stop_reason::expired);
    unplugged_ = context_.phone->on_detached([asked = weak_from_this()] {
        if (const auto still = asked.lock())
            still->stop(stop_reason::unplugged);
    });
    const auto self = shared_from_this();
    asio::co_spawn(
        context_.home, carry_out(self),
        asio::bind_cancellation_slot(cancel_action_.slot(),
                                     [self](const std::exception_ptr& e) { self->ended(e); }));
}

void execution::stop(stop_reason why)
{
    if (phase_ == phase::settled || stopped_)
        return;
    stopped_ = why;
    // Before its turn nothing has reached the phone. After that the driver has a last while to lift
    // the finger, and to tell how far it got.
    if (phase_ == phase::waiting)
        settle(std::unexpected(stopped_because(why)));
    else
        set_alarm(steady_clock::now() + context_.grace, why);
    cancel_action_.emit(asio::cancellation_type::terminal);
}

void execution::withdraw()
{
    if (phase_ == phase::waiting)
        stop(stop_reason::withdrawn);
}

asio::awaitable<link::result> execution::result()
{
    const auto self = shared_from_this();
    while (!result_)
        co_await settled_.wait();
    co_return *result_;
}

asio::awaitable<void> execution::carry_out(std::shared_ptr<execution> self)
{
    const auto turn = co_await self->context_.lanes->take_turn(link::lane_of(self->what_.what));
    if (self->phase_ == phase::settled) // stopped while it waited
        co_return;
    if (auto refused = self->begin()) {
        self->settle(std::unexpected(std::move(*refused)));
        co_return;
    }
    action_context on{.phone = self->context_.phone,
                      .made_for = self->what_.space,
                      .pictures = self->context_.pictures,
                      .frames = self->context_.lanes->frames,
                      .texts = self->context_.texts,
                      .opened = self->context_.lanes->opened};
    auto how = self->what_.observed ? co_await perform_observed(std::move(on), self->what_.what)
                                    : co_await perform(std::move(on), self->what_.what);
    if (!how &&
        self->stopped_) { // it failed because it was stopped; the driver knows how far it got
        refusal because = self->stopped_because(*self->stopped_);
        because.outcome = how.error().outcome;
        how = std::unexpected(std::move(because));
    }
    self->settle(std::move(how));
}

/// The last things before the phone is touched. A fault found here is the command's result.
std::optional<refusal> execution::begin()
{
    if (steady_clock::now() >= what_.expires_at)
        return expired();
    if (!context_.phone->attached())
        return not_connected();
    if (is_input())
        if (auto recorded = context_.journal->started(what_.job_id); !recorded)
            return internal_error(recorded.error() + ". Nothing was sent to the phone.",
                                  link::outcome::not_sent);
    phase_ = phase::started;
    serving_.emplace(context_.phone, what_.what);
    started_at_ = steady_clock::now();
    set_alarm(started_at_ + context_.limit + link::duration_of(what_.what), stop_reason::overdue);
    if (context_.on_started)
        context_.on_started();
    return std::nullopt;
}

void execution::ended(const std::exception_ptr& error)
{
    if (phase_ == phase::settled)
        return;
    if (stopped_) {
        settle(std::unexpected(stopped_because(*stopped_)));
        return;
    }
    const std::string what = error ? async::exception_text(error) : "it ended without a result";
    context_.log->error("job {}: {} failed: {}", what_.job_id, link::name_of(what_.what), what);
    settle(std::unexpected(
        internal_error("The action failed inside thimbled; its log says why.", outcome_so_far())));
}

/// One alarm at a time: expiry while waiting, the limit once started, the grace once stopped.
void execution::set_alarm(steady_clock::time_point at, stop_reason why)
{
    alarm_.set(at - steady_clock::now(), [this, why] {
        const auto self = shared_from_this();
        if (!stopped_)
            stop(why);
        else // stopped before, and its grace is over
            settle(std::unexpected(stopped_because(*stopped_)));
    });
}

void execution::settle(action_outcome how)
{
    if (phase_ == phase::settled)
        return;
    const auto now = steady_clock::now();
    const bool began = phase_ == phase::started;
    phase_ = phase::settled;
    link::result done;
    done.job_id = what_.job_id;
    done.udid = context_.phone->facts().udid;
    done.timings.queued_ms = milliseconds_between(delivered_at_, began ? started_at_ : now);
    done.timings.device_ms = began ? milliseconds_between(started_at_, now) : 0;
    if (how) {
        done.value = std::move(how->value);
        done.frame = std::move(how->frame);
        done.receipt = std::move(how->receipt);
        if (done.receipt && done.receipt->frame)
            done.receipt->frame->id = what_.job_id;
    } else {
        done.outcome = how.error().outcome;
        done.failure = std::move(how.error().why);
        if (done.outcome != link::outcome::not_sent)
            done.receipt = receipt_of_failure();
    }
    if (is_input())
        if (auto recorded = context_.journal->finished(what_.job_id, done.outcome,
                                                       done.failure ? done.failure->code : "");
            !recorded)
            context_.log->error("{}", recorded.error()); // the phone has done it all the same
    log_end_of_traced(*context_.log, what_, done);
    result_ = std::move(done);
    alarm_.stop();
    unplugged_.reset();
    settled_.notify_all();
    context_.on_settled();
}

/// Names the driver that has tried it: something of it may have reached the phone.
std::optional<link::receipt> execution::receipt_of_failure() const
{
    auto driver = serving_ ? serving_->name() : std::string();
    if (driver.empty())
        return std::nullopt;
    link::receipt known;
    known.driver = std::move(driver);
    return known;
}

refusal execution::stopped_because(stop_reason why) const
{
    switch (why) {
    case stop_reason::withdrawn:
        return withdrawn(outcome_so_far());
    case stop_reason::expired:
        return expired();
    case stop_reason::overdue:
        return overdue(context_.limit + link::duration_of(what_.what), outcome_so_far());
    case stop_reason::unplugged:
        return unplugged(outcome_so_far());
    case stop_reason::shutdown:
        break;
    }
    return shutting_down(outcome_so_far());
}

/// Outcome where the driver has said nothing. A read has none.
link::outcome execution::outcome_so_far() const
{
    return phase_ == phase::started && is_input() ? link::outcome::unknown
                                                  : link::outcome::not_sent;
}

bool execution::is_input() const
{
    return link::lane_of(what_.what) == link::lane::input;
}

} // namespace thimble::daemon
