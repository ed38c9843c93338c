#include "service/agent_loop/agent_phone.hpp"

#include "async/deadline.hpp"
#include "service/agent_loop/session_failures.hpp"
#include "service/phones/phone_checks.hpp"
#include "service/sessions/session_rows.hpp"

#include <stdexcept>

namespace thimble::service {

namespace asio = boost::asio;
namespace {

/// Lets go of an action whose coroutine goes, however that comes.
class grip {
public:
    grip(dispatcher& sender, job_ptr what) : sender_(sender), what_(std::move(what)) {}
    grip(const grip&) = delete;
    grip& operator=(const grip&) = delete;
    ~grip()
    {
        if (!what_->settled())
            sender_.cancel(what_->id());
    }

private:
    dispatcher& sender_;
    job_ptr what_;
};

/// The picture of a job, taken before it goes to a file. Outlives whoever waits for the job.
class taken_picture {
public:
    void take(known_phone& phone, job& work)
    {
        const auto& answer = work.result();
        if (answer.receipt && answer.receipt->frame) {
            const auto& seen = *answer.receipt->frame;
            phone.frames.remember(seen.id, seen.space);
            work.set_frame_id(seen.id);
        } else if (answer.frame) {
            work.set_frame_id(phone.frames.remember(answer.frame->space));
        }
        shown_ = answer.frame;
        came_at_ = std::chrono::steady_clock::now();
    }

    bool is_there() const { return shown_ && shown_->picture.data; }

    /// It counts for the account. nullptr where there is none, or the account holds too many.
    observation_ptr as_sight(const job& work,
                             shared_agent_state& in,
                             const std::string& account_id,
                             const agent_limits& granted)
    {
        if (!is_there())
            return nullptr;
        auto held = in.pictures.hold(account_id, shown_->picture, granted.account_pictures);
        if (!held)
            return nullptr;
        auto shown = *shown_;
        shown.picture = std::move(*held);
        return std::make_shared<observation>(shown, work, came_at_, in.marker);
    }

private:
    std::optional<link::frame> shown_;
    observation::time came_at_; // before it is written down
};

failure no_picture()
{
    return {.code = "SCREENSHOT_FAILED", .message = "The phone sent no picture."};
}

/// For an act that is under way when the agent leaves for another node.
constexpr std::chrono::seconds time_to_leave{3};

/// Written together with an act: another node may have the session by now, and would not know of
/// it.
job_transaction_extra::step fence_of(const std::string& session_id, const std::string& node)
{
    return [session_id, node](store::transaction& on, const std::string&) {
        if (!sessions::hold_session(on, session_id, node))
            throw std::runtime_error("session " + session_id + " lives at another node by now");
    };
}

failure not_carried_out()
{
    return {.code = "CANCELLED", .message = "This was not carried out."};
}

/// A command that takes too long is not the session's time that is over.
failure of_the_phone(failure what)
{
    return what.code == "TIMEOUT" ? no_picture() : what;
}

} // namespace

agent_phone::agent_phone(const agent_dependencies& with,
                         live_session& whose,
                         phone_ptr phone,
                         shared_agent_state& in)
    : with_(with), whose_(whose), phone_(std::move(phone)), in_(in)
{
}

std::optional<failure> agent_phone::why_unavailable() const
{
    if (const auto via = with_.known.reach(*phone_); !via)
        return via.error();
    if (!phone_->state.screenshot_size)
        return not_ready(*phone_);
    const auto touched = check_ready(*phone_, link::tap{});
    if (!touched && touched.error().code == "PHONE_NOT_READY")
        return touched.error(); // which says what to do
    if (const auto seen = check_observable(*phone_); !seen)
        return seen.error();
    return std::nullopt;
}

std::vector<listed_app> agent_phone::apps() const
{
    return phone_->apps ? phone_->apps->apps : std::vector<listed_app>();
}

result<order> agent_phone::to_order(link::action what) const
{
    auto via = with_.known.reach(*phone_);
    if (!via)
        return std::unexpected(std::move(via.error()));
    if (auto ready = check_ready(*phone_, what); !ready)
        return std::unexpected(std::move(ready.error()));
    return order{.phone = phone_,
                 .via = std::move(*via),
                 .what = std::move(what),
                 .space = {},
                 .when_done = {}};
}

asio::awaitable<result<agent_phone::outcome>> agent_phone::perform(order what)
{
    what.session_id = whose_.id();
    if (with_.node && !changes_nothing(link::name_of(what.what))) {
        // Or a node that takes the session up would know of an act that the model did not ask for.
        co_await whose_.until_stored();
        what.with.write = fence_of(whose_.id(), *with_.node);
    }
    if (whose_.is_called_off() || (with_.has_lease && !with_.has_lease()))
        co_return std::unexpected(not_carried_out());
    const auto kept = std::make_shared<taken_picture>();
    what.when_done = [phone = phone_, kept](job& work) { kept->take(*phone, work); };
    auto sent = co_await with_.sender.submit(std::move(what)); // soon, and not to be broken off
    if (!sent)
        co_return std::unexpected(std::move(sent.error()));
    const auto sent_at = std::chrono::steady_clock::now();
    const auto work = std::move(*sent);
    in_.acts.add(work->id(), whose_.id());
    const grip hold(with_.sender, work);
    if (whose_.is_called_off()) // while it was written down: it has not been sent and will not be
        with_.sender.cancel(work->id());
    if (!co_await whose_.unless_called_off(work->until_settled())) {
        if (whose_.is_leaving() && !whose_.is_gone() && !whose_.has_ended())
            co_await async::with_timeout(time_to_leave, work->until_settled());
        if (!work->settled())
            with_.sender.cancel(work->id());
        if (!whose_.has_ended())
            co_await work->until_settled(); // what came of it is for the model to know
    }
    auto shown = kept->as_sight(*work, in_, whose_.known().account_id, with_.limits);
    co_return outcome{.work = work,
                      .shown = shown,
                      .refused_picture = kept->is_there() && !shown,
                      .sent_at = sent_at};
}

asio::awaitable<result<observation_ptr>> agent_phone::look()
{
    if (auto hindered = why_unavailable())
        co_return std::unexpected(std::move(*hindered));
    auto wanted = to_order(link::screenshot{.fresh = true});
    if (!wanted)
        co_return std::unexpected(std::move(wanted.error()));
    wanted->kept = true;
    auto done = co_await perform(std::move(*wanted));
    if (!done)
        co_return std::unexpected(std::move(done.error()));
    if (done->shown)
        co_return std::move(done->shown);
    if (done->refused_picture)
        co_return std::unexpected(too_many_pictures());
    const auto& work = *done->work;
    const bool failed = work.has_result() && work.result().failure;
    co_return std::unexpected(failed ? of_the_phone(*work.result().failure) : no_picture());
}

asio::awaitable<result<agent_phone::outcome>> agent_phone::act(link::action what,
                                                               const observation& seen)
{
    auto wanted = to_order(std::move(what));
    if (!wanted)
        co_return std::unexpected(std::move(wanted.error()));
    if (link::has_coordinates(wanted->what))
        wanted->space = seen.space(); // STALE_FRAME where it is another one by then
    wanted->kept = true;
    wanted->observed = check_observable(*phone_).has_value();
    co_return co_await perform(std::move(*wanted));
}

asio::awaitable<result<nlohmann::json>> agent_phone::read(link::action what)
{
    auto wanted = to_order(std::move(what));
    if (!wanted)
        co_return std::unexpected(std::move(wanted.error()));
    const auto done = co_await perform(std::move(*wanted));
    if (!done)
        co_return std::unexpected(done.error());
    if (!done->work->has_result())
        co_return nlohmann::json::object(); // the session has ended
    const auto& answer = done->work->result();
    if (answer.failure)
        co_return std::unexpected(*answer.failure);
    co_return answer.value;
}

} // namespace thimble::service
