#include "daemon/frames/video_streams.hpp"

#include "async/exception_text.hpp"
#include "async/one_shot_timer.hpp"
#include "async/race.hpp"
#include "async/signal.hpp"
#include "daemon/frames/restart_limit.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <variant>
#include <vector>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

using source_pointer = std::shared_ptr<encoded_source>;

/// Ends in a failure whatever happens.
asio::awaitable<device::failure> watched_units(source_pointer source,
                                               std::function<void(link::access_unit)> on_unit)
{
    try {
        co_return co_await source->watch(std::move(on_unit));
    } catch (const std::exception& problem) {
        co_return device::failure{.what = device::problem::capture,
                                  .phone = device::reached::nothing,
                                  .message = problem.what(),
                                  .cause = ""};
    }
}

} // namespace

/// Home thread; owned by shared_ptr. Its coroutine ends by itself when nobody wants anything.
class video_streams::phone_video : public std::enable_shared_from_this<phone_video> {
public:
    phone_video(std::shared_ptr<const video_context> with, std::string udid)
        : with_(std::move(with)), udid_(std::move(udid)), limit_(with_->restart_interval),
          changed_(with_->home), restart_timer_(with_->home), pause_(with_->first_pause)
    {
    }

    void add(std::shared_ptr<receiver> to)
    {
        receivers_.push_back(std::move(to));
        begin();
    }

    void remove(const std::shared_ptr<receiver>& to)
    {
        std::erase(receivers_, to);
        *to = nullptr;
        notify();
    }

    void wish_key()
    {
        limit_.wish(clock::now());
        plan_restart();
    }

    void notify()
    {
        ++changes_;
        changed_.notify_all();
    }

    std::size_t streams() const noexcept { return receivers_.size(); }
    bool idle() const noexcept { return receivers_.empty() && !running_; }

private:
    using clock = std::chrono::steady_clock;

    void begin()
    {
        if (running_)
            return;
        running_ = true;
        asio::co_spawn(with_->home, run(shared_from_this()),
                       [log = with_->log, udid = udid_](const std::exception_ptr& problem) {
                           if (problem)
                               log->error("phone {}: its video has ended: {}", udid,
                                          async::exception_text(problem));
                       });
    }

    static asio::awaitable<void> run(std::shared_ptr<phone_video> self)
    {
        struct over_at_the_end {
            phone_video& of;
            ~over_at_the_end()
            {
                of.running_ = false;
                of.restart_timer_.stop();
            }
        } const mark{*self};
        co_await asio::post(self->with_->home, asio::use_awaitable); // called within add()
        while (!self->receivers_.empty()) {
            const auto source = self->with_->find_source(self->udid_);
            if (source == nullptr)
                co_await self->until_changed();
            else
                co_await self->watch(source);
        }
    }

    asio::awaitable<void> watch(source_pointer source)
    {
        const auto take = [this](const link::access_unit& what) { hand_over(what); };
        now_ = source;
        limit_.opened(clock::now());
        plan_restart();
        const auto how =
            co_await async::race(watched_units(source, take), until_another_source(source));
        now_.reset();
        const auto* failed = std::get_if<device::failure>(&how);
        if (failed == nullptr || receivers_.empty())
            co_return;
        with_->log->info("phone {}: its video failed and is tried again: {}", udid_,
                         failed->message);
        const auto wait = pause_;
        pause_ = std::min(2 * pause_, with_->longest_pause);
        co_await until_changed(clock::now() + wait);
    }

    /// A receiver may end streams, or begin some.
    void hand_over(const link::access_unit& what)
    {
        pause_ = with_->first_pause;
        if (what.key)
            limit_.began(clock::now());
        else
            limit_.runs();
        plan_restart();
        for (const auto& each : std::vector(receivers_))
            if (const auto to = *each) // a copy: it may be ended by its own call
                to(what);
    }

    /// A source that is not watched yet is asked for none: it is going to begin.
    void plan_restart()
    {
        const auto due = now_.expired() ? std::nullopt : limit_.due();
        if (due)
            restart_timer_.set(std::max(*due - clock::now(), clock::duration::zero()),
                               [this] { restart(); });
        else
            restart_timer_.stop();
    }

    void restart()
    {
        const auto source = now_.lock();
        const auto due = limit_.due();
        if (source == nullptr || !due || *due > clock::now())
            return plan_restart();
        limit_.restarted(clock::now());
        source->restart();
    }

    asio::awaitable<void> until_changed(clock::time_point latest = clock::time_point::max())
    {
        const auto before = changes_;
        while (changes_ == before && clock::now() < latest && !receivers_.empty())
            co_await wait_until(latest);
    }

    asio::awaitable<void> wait_until(clock::time_point latest)
    {
        if (latest == clock::time_point::max())
            co_await changed_.wait();
        else
            co_await changed_.wait_for(latest - clock::now());
    }

    asio::awaitable<void> until_another_source(source_pointer than)
    {
        while (!receivers_.empty() && with_->find_source(udid_) == than)
            co_await changed_.wait();
    }

    std::shared_ptr<const video_context> with_;
    std::string udid_;
    std::vector<std::shared_ptr<receiver>> receivers_;
    restart_limit limit_;
    async::signal changed_;
    async::one_shot_timer restart_timer_;
    bool running_ = false;
    std::weak_ptr<encoded_source> now_; // while it is watched
    std::chrono::milliseconds pause_;
    std::uint64_t changes_ = 0;
};

video_streams::video_streams(video_context with)
    : with_(std::make_shared<const video_context>(std::move(with)))
{
}

video_streams::~video_streams()
{
    shut_down();
}

void video_streams::set(owner whose, const link::stream& wanted, receiver on_unit)
{
    const name which(whose, wanted.stream_id);
    const auto known = streams_.find(which);
    if (known != streams_.end() && wanted.on) {
        if (on_unit)
            *known->second.to = std::move(on_unit);
        return;
    }
    end(which);
    if (!wanted.on || shut_down_)
        return;
    if (owned_by(whose) >= most) {
        with_->log->warn("a video of phone {} is not served: there are too many", wanted.udid);
        return;
    }
    auto of = video_of(wanted.udid);
    auto to = std::make_shared<receiver>(std::move(on_unit));
    of->add(to);
    streams_.emplace(which, one{.of = std::move(of), .to = std::move(to)});
}

void video_streams::restart(owner whose, const std::string& stream_id)
{
    if (const auto known = streams_.find(name(whose, stream_id)); known != streams_.end())
        known->second.of->wish_key();
}

/// Kept while its source is in use: there must not be another one beside it.
std::shared_ptr<video_streams::phone_video> video_streams::video_of(const std::string& udid)
{
    std::erase_if(phones_, [](const auto& each) { return each.second->idle(); });
    auto& known = phones_[udid];
    if (known == nullptr)
        known = std::make_shared<phone_video>(with_, udid);
    return known;
}

void video_streams::end(const name& which)
{
    const auto known = streams_.find(which);
    if (known == streams_.end())
        return;
    known->second.of->remove(known->second.to);
    streams_.erase(known);
}

void video_streams::end_all(owner whose)
{
    std::erase_if(streams_, [whose](const auto& each) {
        if (each.first.first != whose)
            return false;
        each.second.of->remove(each.second.to);
        return true;
    });
}

void video_streams::phone_changed(const std::string& udid)
{
    if (const auto known = phones_.find(udid); known != phones_.end())
        known->second->notify();
}

std::size_t video_streams::count(const std::string& udid) const
{
    const auto known = phones_.find(udid);
    return known == phones_.end() ? 0 : known->second->streams();
}

std::size_t video_streams::owned_by(owner whose) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        streams_, [whose](const auto& each) { return each.first.first == whose; }));
}

void video_streams::shut_down()
{
    shut_down_ = true;
    for (const auto& [which, each] : streams_)
        each.of->remove(each.to);
    streams_.clear();
}

} // namespace thimble::daemon
