#include "service/jobs/dispatcher.hpp"

#include "async/exception_text.hpp"
#include "service/jobs/in_flight_command.hpp"

#include <algorithm>
#include <numeric>

namespace thimble::service {

namespace asio = boost::asio;
using std::chrono::steady_clock;

namespace {

/// True where what is on the clipboard comes back.
bool reads_clipboard(const link::action& what)
{
    if (const auto* all = std::get_if<link::batch>(&what))
        return std::ranges::any_of(all->steps, [](const auto& step) {
            return std::holds_alternative<link::read_clipboard>(step);
        });
    return std::holds_alternative<link::read_clipboard>(what);
}

} // namespace

dispatcher::dispatcher(asio::any_io_executor home,
                       jobs& kept,
                       const job_limits& granted,
                       std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), kept_(kept), limits_(granted), log_(std::move(log)),
      tasks_(home_, [this](const std::exception_ptr& problem) {
          log_->error("a command failed: {}", async::exception_text(problem));
      })
{
}

asio::awaitable<result<job_ptr>> dispatcher::submit(order what)
{
    auto in_queue = take_slot(what.phone->id, link::lane_of(what.what));
    if (in_queue == nullptr)
        co_return std::unexpected(
            failure{.code = "QUEUE_FULL",
                    .message = "Too many actions wait for this phone; try later.",
                    .context = {{"phone_id", what.phone->id}, {"limit", limits_.queue_length}}});
    if (link::lane_of(what.what) == link::lane::input)
        ++what.phone->inputs;
    // The phone is read while the job is written down: the two waits overlap.
    what.via->expect(what.phone->state.udid, what.what);
    const auto work = std::make_shared<job>(home_, subject_of(what));
    const auto timeout = what.mode == waiting::sync ? limits_.action_time : limits_.async_wait;
    link::command message{.job_id = work->id(),
                          .udid = work->subject().udid,
                          .what = what.what,
                          .space = what.space,
                          .expires_at = steady_clock::now() + timeout,
                          .observed = what.observed,
                          .trace = work->subject().trace};
    // Before it is sent: nothing may reach a phone of which no job tells.
    if (what.kept)
        if (auto written = co_await kept_.record(work, std::move(what.with)); !written)
            co_return std::unexpected(std::move(written.error()));
    const auto sent = std::make_shared<in_flight_command>(work, std::move(what), std::move(message),
                                                          std::move(in_queue), home_);
    in_flight_.emplace(work->id(), sent);
    if (sent->what.mode == waiting::sync) // the time of the others begins with the action
        keep_time(sent);
    tasks_.spawn(deliver(sent));
    co_return work;
}

dispatcher::slot dispatcher::take_slot(const std::string& phone_id, link::lane in)
{
    auto& count = under_way_[{phone_id, in}];
    if (count == nullptr)
        count = std::make_shared<std::size_t>(0);
    if (*count >= limits_.queue_length)
        return nullptr;
    ++*count;
    if (when_more_)
        when_more_(phone_id);
    // Given back by whoever lets go of it last, however the command ends.
    return {count.get(), [count, hears = when_less_, phone_id](void*) {
                --*count;
                if (*hears)
                    (*hears)(phone_id);
            }};
}

job_subject dispatcher::subject_of(const order& what)
{
    return {.id = ids_.next(job::clock::now()),
            .account_id = what.phone->account_id,
            .phone_id = what.phone->id,
            .udid = what.phone->state.udid,
            .desktop_id = what.phone->desktop_id,
            .action = what.name.empty() ? std::string(link::name_of(what.what)) : what.name,
            .sensitive = reads_clipboard(what.what),
            .session_id = what.session_id,
            .trace = what.trace ? std::optional(what.trace->next_hop()) : std::nullopt};
}

void dispatcher::announce(job& what)
{
    what.announce();
    if (const auto& trace = what.subject().trace)
        log_->info("job={} trace={} phone={} action={} status={} outcome={} ms={:.2f}", what.id(),
                   trace->trace_id(), what.phone_id(), what.action(), to_string(what.status()),
                   link::to_string(what.result().outcome), what.total_time().count());
    for (const auto& hears : when_settled_) {
        try { // one that fails must not keep the end from the others
            hears(what);
        } catch (const std::exception& error) {
            log_->error("job {}: after its end: {}", what.id(), error.what());
        }
    }
}

void dispatcher::withdraw(const std::string& job_id)
{
    const auto found = in_flight_.find(job_id);
    if (found == in_flight_.end() || found->second->work->status() != job_status::pending)
        return;
    const auto what = found->second;
    what->withdrawn = true;
    what->what.via->withdraw(job_id);
}

void dispatcher::let_go(const std::string& job_id)
{
    const auto found = in_flight_.find(job_id);
    if (found == in_flight_.end())
        return;
    const auto what = found->second;
    what->taken = true; // perhaps once more: it may have come back in between
    what->what.via->let_go(job_id);
}

void dispatcher::cancel(const std::string& job_id)
{
    const auto found = in_flight_.find(job_id);
    if (found == in_flight_.end() || found->second->cancelled)
        return;
    const auto what = found->second;
    what->cancelled = true;
    what->overdue.set(limits_.cancel_time, [this, late = std::weak_ptr(what)] {
        if (const auto still = late.lock())
            settle_late(*still);
    });
    what->what.via->cancel(job_id);
}

bool dispatcher::is_kept_open(const std::string& job_id) const
{
    const auto found = in_flight_.find(job_id);
    return found != in_flight_.end() && found->second->what.kept &&
           !found->second->work->has_result();
}

std::vector<std::string> dispatcher::kept_under_way() const
{
    std::vector<std::string> out;
    for (const auto& [id, each] : in_flight_)
        if (each->what.kept && !each->work->has_result())
            out.push_back(id);
    return out;
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
    in_flight_.clear();
}

} // namespace thimble::service
