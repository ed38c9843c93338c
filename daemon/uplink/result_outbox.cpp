// Results on their way to the service: each is kept until the service has settled it, told again
// on every new link, and its command never performed twice.
#include "daemon/uplink/result_outbox.hpp"

#include "link/limits.hpp"
#include "link/picture_frame.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <spdlog/fmt/fmt.h>

#include <string_view>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

link::open_job::stage to_link(journal::stage stage)
{
    switch (stage) {
    case journal::stage::received:
        return link::open_job::stage::received;
    case journal::stage::started:
        return link::open_job::stage::started;
    case journal::stage::finished:
        break;
    }
    return link::open_job::stage::finished;
}

link::frame_header header_of(const link::result& what)
{
    const auto& frame = *what.frame;
    return {.udid = what.udid,
            .frame_id = what.job_id,
            .stream_id = {},
            .codec = link::codec_of(frame.picture.format),
            .size = frame.picture.size,
            .turned = frame.space.turned,
            .captured_at = frame.captured_at};
}

/// `what` has a job and a phone.
link::result not_sent(const auto& what, link::failure why)
{
    link::result out;
    out.job_id = what.job_id;
    out.udid = what.udid;
    out.outcome = link::outcome::not_sent;
    out.failure = std::move(why);
    return out;
}

link::result not_known_here(const link::unknown_command& what)
{
    return not_sent(what, {.code = "UNSUPPORTED_ACTION",
                           .message = fmt::format(
                               "The desktop's thimbled is older than the service and cannot do "
                               "'{}'; update it.",
                               what.action),
                           .context = {{"capability", what.action}}});
}

link::result broken_off(const link::command& what)
{
    link::result out;
    out.job_id = what.job_id;
    out.udid = what.udid;
    out.outcome = link::outcome::unknown;
    out.failure = link::failure{.code = "INTERNAL_ERROR",
                                .message = "The desktop's thimbled failed; its log says why.",
                                .context = {}};
    return out;
}

} // namespace

result_outbox::result_outbox(asio::any_io_executor home,
                             executor& commands,
                             journal& records,
                             std::shared_ptr<spdlog::logger> log,
                             result_outbox_limits granted)
    : home_(std::move(home)), commands_(commands), journal_(records), log_(std::move(log)),
      limits_(granted)
{
}

std::vector<link::open_job> result_outbox::open_jobs() const
{
    std::map<std::string, link::open_job::stage> all;
    for (const auto& [job_id, stage] : journal_.open())
        all.emplace(job_id, to_link(stage));
    for (const auto& job_id : under_way_)
        all.emplace(job_id, link::open_job::stage::received);
    for (const auto& [job_id, result] : results_)
        all.insert_or_assign(job_id, link::open_job::stage::finished);
    std::vector<link::open_job> out;
    for (auto& [job_id, stage] : all)
        if (out.size() < link::limits::open_jobs)
            out.push_back({.job_id = job_id, .reached = stage});
    return out;
}

void result_outbox::attach(const outlets& to, const std::vector<std::string>& wanted)
{
    out_.emplace(to);
    unsent_.clear();
    const std::set<std::string_view> named(wanted.begin(), wanted.end());
    // The service has settled whatever it does not ask for; its word was lost with the last link.
    for (const auto& each : open_jobs())
        if (!under_way_.contains(each.job_id) && !named.contains(each.job_id))
            forget(each.job_id);
    for (const auto& job_id : wanted) {
        if (const auto known = results_.find(job_id); known != results_.end())
            say(known->second);
        else if (!under_way_.contains(job_id))
            asio::co_spawn(home_, tell_again(job_id), asio::detached);
    }
    look_whether_idle();
}

void result_outbox::detach()
{
    out_.reset();
}

void result_outbox::execute(link::command what)
{
    if (const auto known = results_.find(what.job_id); known != results_.end()) {
        say(known->second);
        return;
    }
    if (under_way_.contains(what.job_id))
        return;
    if (full())
        return say(not_sent(what, {.code = "QUEUE_FULL",
                                   .message = "Too many results wait for the service.",
                                   .context = {{"limit", limits_.results}}}));
    if (under_way_.insert(what.job_id).second)
        asio::co_spawn(home_, carry_out(std::move(what)), asio::detached);
}

asio::awaitable<void> result_outbox::carry_out(link::command what)
{
    const auto job_id = what.job_id;
    auto result = broken_off(what);
    try {
        result = co_await commands_.execute(
            std::move(what), {.received = [this, job_id] { say(link::ack{job_id}); },
                              .started = [this, job_id] { say(link::started{job_id}); }});
    } catch (const std::exception& problem) { // the service waits for an answer all the same
        log_->error("job {}: {}", job_id, problem.what());
    }
    under_way_.erase(job_id);
    keep(std::move(result));
}

/// Of a former run: the journal has it.
asio::awaitable<void> result_outbox::tell_again(std::string job_id)
{
    auto known = co_await commands_.recall(job_id);
    if (known)
        keep(std::move(*known));
}

void result_outbox::keep(link::result what)
{
    auto size = link::encode_result(what).size();
    if (what.frame && what.frame->picture.data)
        size += what.frame->picture.data->size();
    // Counted once, also where a result takes the place of one that was told before.
    auto& counted = sizes_[what.job_id];
    bytes_ += size - std::exchange(counted, size);
    const auto [kept, added] = results_.insert_or_assign(what.job_id, std::move(what));
    say(kept->second);
}

void result_outbox::refuse(const link::unknown_command& what)
{
    say(not_known_here(what));
}

void result_outbox::cancel(const link::cancel& what)
{
    if (what.how == link::cancel::kind::withdraw)
        commands_.withdraw(what.job_id);
    else
        commands_.cancel(what.job_id);
}

void result_outbox::settle(const std::string& job_id)
{
    forget(job_id);
    look_whether_idle();
}

void result_outbox::forget(const std::string& job_id)
{
    results_.erase(job_id);
    if (const auto counted = sizes_.extract(job_id))
        bytes_ -= counted.mapped();
    if (auto recorded = journal_.settled(job_id); !recorded)
        log_->error("{}", recorded.error());
}

bool result_outbox::full() const noexcept
{
    return results_.size() + under_way_.size() >= limits_.results || bytes_ >= limits_.bytes;
}

void result_outbox::look_whether_idle()
{
    if (idle() && when_idle_)
        when_idle_();
}

void result_outbox::say(const link::message& what)
{
    if (!out_)
        return;
    if (auto text = link::encode(what))
        out_->messages.push(std::move(*text));
    else
        log_->error("a message cannot be sent: {}", text.error().text());
}

/// The picture goes its own way, and may be there first.
void result_outbox::say(const link::result& what)
{
    if (!out_)
        return;
    if (what.frame && what.frame->picture.data)
        send_picture(what.job_id);
    out_->messages.push(link::encode_result(what));
}

/// In its turn, from the result: all that are unsettled may be more than can wait to be sent. Once,
/// as long as it waits.
void result_outbox::send_picture(const std::string& job_id)
{
    if (!unsent_.insert(job_id).second)
        return;
    out_->pictures.push_later([this, job_id, largest = out_->largest_picture] {
        unsent_.erase(job_id);
        return picture_of(job_id, largest);
    });
}

/// Nothing if the result has been settled meanwhile.
std::optional<screen::bytes> result_outbox::picture_of(const std::string& job_id,
                                                       std::size_t largest) const
{
    const auto known = results_.find(job_id);
    if (known == results_.end() || !known->second.frame || !known->second.frame->picture.data)
        return std::nullopt;
    const auto& what = known->second;
    auto frame =
        link::encode({.header = header_of(what), .picture = *what.frame->picture.data}, largest);
    if (frame)
        return std::move(*frame);
    log_->error("job {}: {}", job_id, frame.error().text());
    return std::nullopt;
}

} // namespace thimble::daemon
