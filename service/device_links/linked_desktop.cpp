// Commands to a desktop across its links: sent while there is one, compared with what the
// desktop remembers when it links again, and answered once, whichever link brings the result.
#include "service/device_links/linked_desktop.hpp"

#include "contract/link_failures.hpp"
#include "contract/synthetic_result.hpp"
#include "service/device_links/awaited_picture.hpp"
#include "service/device_links/open_command.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;
using std::chrono::steady_clock;

linked_desktop::linked_desktop(const asio::any_io_executor& home,
                               linked_desktop_limits granted,
                               std::shared_ptr<unread_pictures> unread,
                               std::shared_ptr<spdlog::logger> log)
    : home_(home), limits_(granted), unread_(std::move(unread)), log_(std::move(log)), sweep_(home)
{
}

asio::awaitable<link::result> linked_desktop::execute(link::command what,
                                                      std::function<void()> started)
{
    const auto made = std::make_shared<open_command>(home_, std::move(what));
    made->started = std::move(started);
    open_.insert_or_assign(made->what.job_id, made);
    send(*made);
    co_return co_await answer_to(made);
}

/// Sent by a former run. The journal said at the greeting whether it will tell of it.
asio::awaitable<std::optional<link::result>> linked_desktop::recall(std::string job_id)
{
    if (!remembered_.contains(job_id))
        co_return std::nullopt;
    auto known = find(job_id);
    if (known == nullptr)
        co_return std::nullopt;
    co_return co_await answer_to(std::move(known));
}

asio::awaitable<link::result> linked_desktop::answer_to(open_ptr what)
{
    const auto self = shared_from_this();
    while (!what->result)
        co_await what->answered.wait();
    co_return *what->result;
}

linked_desktop::open_ptr linked_desktop::find(const std::string& job_id) const
{
    const auto found = open_.find(job_id);
    return found == open_.end() ? nullptr : found->second;
}

void linked_desktop::send(const link::message& what)
{
    if (!out_)
        return;
    if (auto text = link::encode(what))
        out_(std::move(*text), what);
    else
        log_->error("a message cannot be sent: {}", text.error().text());
}

/// Without a link it waits for one.
void linked_desktop::send(open_command& what)
{
    if (!out_ || what.delivered || (may_send_ && !may_send_()))
        return;
    const link::message order(what.what);
    auto text = link::encode(order);
    if (!text) {
        log_->error("job {}: {}", what.what.job_id, text.error().text());
        complete(find(what.what.job_id),
                 synthetic_result(what.what, link::outcome::not_sent, broken_off()));
        return;
    }
    what.delivered = true;
    out_(std::move(*text), order);
}

void linked_desktop::call_off(const std::string& job_id, link::cancel::kind how)
{
    const auto what = find(job_id);
    if (what == nullptr)
        return;
    if (!what->delivered)
        return complete(what, synthetic_result(what->what, link::outcome::not_sent, cancelled()));
    if (what->half)
        return answer_without_picture(what);
    what->told_until = steady_clock::now() + limits_.return_time;
    if (what->taken)
        return; // it is not this node's to call off
    what->called_off = how;
    send(link::cancel{.job_id = job_id, .how = how});
}

bool linked_desktop::knows(const std::string& job_id) const
{
    return unsettled_.contains(job_id) || (open_.contains(job_id) && !has_let_go(job_id));
}

bool linked_desktop::has_let_go(const std::string& job_id) const
{
    const auto what = find(job_id);
    return what != nullptr && what->taken;
}

std::set<std::string> linked_desktop::delivered() const
{
    std::set<std::string> out;
    for (const auto& [job_id, each] : open_)
        if (each->delivered && !each->taken)
            out.insert(job_id);
    return out;
}

void linked_desktop::let_go(const std::string& job_id)
{
    unsettled_.erase(job_id);
    const auto what = find(job_id);
    if (what == nullptr)
        return;
    if (!what->delivered)
        return complete(what,
                        synthetic_result(what->what, link::outcome::not_sent, taken_unsent()));
    if (what->undecided)
        return complete(what, synthetic_result(what->what, link::outcome::unknown, taken_away()));
    what->taken = true; // its result may go to the node that has it, and to no other
    what->told_until = std::min(what->told_until, steady_clock::now() + limits_.return_time);
    if (out_)
        set_sweep();
}

void linked_desktop::settle(const std::string& job_id)
{
    if (unsettled_.erase(job_id) > 0)
        send(link::settled{job_id});
}

/// Without a link it waits for one, as long as it is wanted.
void linked_desktop::stream(const link::stream& wanted, std::function<void(link::frame)> on_frame)
{
    streams_.want(wanted, std::move(on_frame));
    send(wanted);
}

void linked_desktop::video(const link::stream& wanted,
                           std::function<void(const link::access_unit&)> on_unit)
{
    streams_.want_video(wanted, std::move(on_unit));
    send(wanted);
}

/// A link that is made later begins the video anew anyway.
void linked_desktop::restart_video(const std::string& stream_id)
{
    send(link::keyframe{.stream_id = stream_id});
}

std::vector<std::string>
linked_desktop::greet(const link::hello& said, bool forgot, const std::vector<std::string>& awaited)
{
    auto memory = said.boot_id + " " + said.journal_id;
    forgot = forgot || (!memory_.empty() && memory_ != memory);
    memory_ = std::move(memory);
    if (may_send_ && !may_send_())
        doubt_delivered();
    asked_ = {awaited.begin(), awaited.end()};
    remembered_.clear();
    for (const auto& each : said.open_jobs)
        remembered_.insert(each.job_id);
    for (const auto& [job_id, each] : std::map(open_))
        reconcile(each, remembered_.contains(job_id), forgot);
    for (const auto& job_id : awaited) {
        if (forgot || !remembered_.contains(job_id) || unsettled_.contains(job_id))
            continue;
        link::command what;
        what.job_id = job_id;
        const auto made = std::make_shared<open_command>(home_, std::move(what));
        made->what.expires_at = steady_clock::now(); // it was accepted long ago
        made->delivered = true;
        made->recovered = true;
        open_.emplace(job_id, made).first->second->taken = false; // if it was, it came back
    }
    if (forgot)
        remembered_.clear(); // what it says of them is not to be relied on
    else
        hear_of_starts(said.open_jobs);
    std::vector<std::string> named;
    std::ranges::copy_if(remembered_, std::back_inserter(named),
                         [this](const auto& job_id) { return knows(job_id); });
    return named;
}

void linked_desktop::doubt_delivered()
{
    for (const auto& [job_id, each] : open_)
        each->doubtful = each->doubtful || (each->delivered && !(is_open_ && is_open_(job_id)));
}

/// The link may have broken before it was said that they have started, which is said once.
void linked_desktop::hear_of_starts(const std::vector<link::open_job>& among)
{
    for (const auto& [job_id, reached] : among)
        if (reached == link::open_job::stage::started)
            take(link::started{job_id});
}

/// Decides on a command from before, now that there is a new link.
void linked_desktop::reconcile(const open_ptr& what, bool remembered, bool forgot)
{
    what->undecided = false;
    if (!what->delivered)
        return;
    if ((forgot || !remembered) && what->half && tells_effect(*what->half)) {
        answer_without_picture(what); // it is known to have been done
    } else if (forgot || ((what->recovered || what->doubtful) && !remembered)) {
        complete(what, synthetic_result(what->what, link::outcome::unknown, forgotten()));
    } else if (!remembered && may_send_ && !may_send_()) {
        what->undecided = true;
    } else if (!remembered && what->taken) { // or the journal was told to forget it
        complete(what, synthetic_result(what->what, link::outcome::unknown, taken_away()));
    } else if (!remembered && what->called_off) {
        complete(what, synthetic_result(what->what, link::outcome::not_sent, cancelled()));
    } else if (!remembered && steady_clock::now() >= what->what.expires_at) {
        complete(what, synthetic_result(what->what, link::outcome::not_sent, expired_away()));
    } else if (!remembered) {
        what->delivered = false; // it never reached the journal, or it is a mere look
        what->timeout.stop();
        what->half.reset();
        what->picture.reset();
        what->room.reset();
        what->picture_refused = false;
    }
}

void linked_desktop::attach(websocket::outbox& to)
{
    attach([&to](std::string text, const link::message&) { to.push(std::move(text)); });
}

void linked_desktop::attach(link_output to)
{
    out_ = std::move(to);
    set_sweep();
    for (const auto& [job_id, each] : std::map(open_)) // where nothing goes out, some may end
        if (each->delivered && each->called_off)
            send(link::cancel{.job_id = job_id, .how = *each->called_off});
    send_waiting();
    for (const auto& each : streams_.wanted())
        send(each);
}

/// Once this node knows which jobs are its own, after a greeting without its lease.
void linked_desktop::decide()
{
    if (may_send_ && !may_send_())
        return;
    for (const auto& [job_id, each] : std::map(open_))
        if (each->undecided)
            reconcile(each, false, false);
}

void linked_desktop::send_waiting()
{
    decide();
    std::vector<open_ptr> waiting; // in the order of their ids, which is that of their arrival
    for (const auto& [job_id, each] : open_)
        if (!each->delivered)
            waiting.push_back(each);
    std::ranges::for_each(waiting, [this](const auto& each) { send(*each); });
}

void linked_desktop::take_back(const std::string& job_id)
{
    const auto what = find(job_id);
    if (what == nullptr || !what->delivered)
        return;
    what->delivered = false;
    what->doubtful = false;
    if (what->taken)
        return complete(what,
                        synthetic_result(what->what, link::outcome::not_sent, taken_unsent()));
    if (what->called_off)
        complete(what, synthetic_result(what->what, link::outcome::not_sent, cancelled()));
}

void linked_desktop::detach()
{
    out_ = nullptr;
    when_idle_ = nullptr; // whoever set it goes with the link
    give_up_old();
}

void linked_desktop::give_up(const open_ptr& what)
{
    if (what->half)
        return answer_without_picture(what);
    const auto outcome = what->delivered ? link::outcome::unknown : link::outcome::not_sent;
    complete(what, synthetic_result(what->what, outcome,
                                    what->taken ? taken_away() : desktop_stayed_away()));
}

void linked_desktop::give_up_unsent()
{
    for (const auto& [job_id, each] : std::map(open_))
        if (!each->delivered)
            give_up(each);
}

/// Nobody waits for ever for a desktop that is away, nor for what another node hears of.
void linked_desktop::give_up_old()
{
    const auto now = steady_clock::now();
    for (const auto& [job_id, each] : std::map(open_))
        if (is_too_old(*each, now))
            give_up(each);
    set_sweep();
}

bool linked_desktop::is_too_old(const open_command& what, steady_clock::time_point now) const
{
    if (out_)
        return what.taken && now >= what.told_until;
    return now >= std::min(what.told_until, what.what.expires_at + limits_.return_time);
}

void linked_desktop::set_sweep()
{
    const bool needed =
        out_ ? std::ranges::any_of(open_, [](const auto& each) { return each.second->taken; })
             : !open_.empty();
    if (needed)
        sweep_.set(limits_.return_time / 4, [this] { give_up_old(); });
    else
        sweep_.stop();
}

void linked_desktop::take(const link::started& said)
{
    const auto what = find(said.job_id);
    if (what == nullptr)
        return;
    if (const auto started = std::exchange(what->started, nullptr))
        started();
}

void linked_desktop::take(link::result said)
{
    const auto what = find(said.job_id);
    if (what == nullptr) {
        if (!unsettled_.contains(said.job_id)) // else it is said once it is stored
            send(link::settled{said.job_id});
        return;
    }
    if (said.failure)
        said.failure = failure_of_action(std::move(*said.failure));
    learn_udid(*what, said.udid);
    if (said.udid.empty()) // only the journal told of it, and it knows jobs alone
        said.udid = what->what.udid;
    if (awaits_picture(said))
        said.frame->picture.data = what->picture;
    if (!awaits_picture(said)) {
        answer(what, std::move(said));
        return;
    }
    const auto wait = time_for_picture(said, what->what, limits_.picture_time);
    what->half = std::move(said);
    if (what->picture_refused)
        return answer_without_picture(what);
    what->timeout.set(wait, [this, job_id = what->what.job_id] {
        if (const auto late = find(job_id); late != nullptr && late->half)
            answer_without_picture(late);
    });
}

/// Of a command that a former run or another node has sent: here nothing else is known of it.
void linked_desktop::learn_udid(open_command& what, const std::string& told)
{
    if (what.recovered && what.what.udid.empty())
        what.what.udid = told;
}

/// The desktop has said it, and remembers it until it is settled, by this node or another.
void linked_desktop::answer(const open_ptr& what, link::result with)
{
    if (!what->taken)
        unsettled_.insert(what->what.job_id);
    complete(what, std::move(with));
}

/// By value: what the map holds may be the last.
void linked_desktop::complete(open_ptr what, link::result with)
{
    what->timeout.stop();
    what->room.reset();
    what->started = nullptr;
    what->result = std::move(with);
    open_.erase(what->what.job_id);
    what->answered.notify_all();
    const auto then = when_idle_; // a copy: it may end the link, which clears it
    if (open_.empty() && then)
        then();
}

void linked_desktop::abandon()
{
    sweep_.stop();
    for (const auto& [job_id, each] : std::map(open_))
        give_up(each);
}

// Pictures that the desktop sends.

void linked_desktop::take(const link::frame_header& header, std::span<const std::byte> picture)
{
    if (!header.stream_id.empty())
        return streams_.take(header, picture);
    const auto what = find(header.frame_id);
    if (what == nullptr)
        return; // of a command that has been answered meanwhile
    learn_udid(*what, header.udid);
    if (header.udid != what->what.udid)
        return;
    if (!what->half)
        return keep_until_result(*what, picture);
    auto whole = std::move(*what->half);
    whole.frame->picture.data =
        std::make_shared<const screen::bytes>(picture.begin(), picture.end());
    answer(what, std::move(whole));
}

/// The account pays that has more of them than fit: this one is lost.
void linked_desktop::keep_until_result(open_command& what, std::span<const std::byte> picture)
{
    what.picture.reset();
    what.room.reset();
    what.room = unread_pictures::take(unread_, picture.size());
    what.picture_refused = what.room == nullptr;
    if (what.picture_refused)
        log_->warn("job {}: its picture is passed over: too many have come before their results",
                   what.what.job_id);
    else
        what.picture = std::make_shared<const screen::bytes>(picture.begin(), picture.end());
}

/// Its picture has not come.
void linked_desktop::answer_without_picture(const open_ptr& what)
{
    answer(what, without_picture(std::move(*what->half)));
}

} // namespace thimble::service
