#include "device/media/stream/screen_stream.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <utility>

namespace thimble::device::media {
namespace {

using steady = std::chrono::steady_clock;

/// Between two looks at a stream that is to end and is held.
constexpr std::chrono::milliseconds held_pause{50};

failure silent_stream()
{
    return {.what = problem::timed_out,
            .message = "The phone has started a stream of its screen, but nothing came.",
            .cause = "stream_silent"};
}

failure no_stream_offered()
{
    return {.what = problem::unsupported,
            .message = "The phone offers no stream of its screen.",
            .cause = "stream_ended"};
}

failure start_without_end()
{
    return {.what = problem::timed_out,
            .message = "The phone has not started a stream of its screen in time.",
            .cause = "stream_silent"};
}

/// A stream is nothing that a person would notice.
failure reached_nothing(failure why)
{
    why.phone = reached::nothing;
    return why;
}

} // namespace

screen_stream::screen_stream(boost::asio::any_io_executor home, stream_timing timing)
    : home_(std::move(home)), timing_(timing), look_(home_),
      pause_(timing.refused_pause, timing.longest_pause)
{
}

boost::asio::awaitable<void> screen_stream::live(stream_phone& through)
{
    struct attached_as_long_as_this {
        screen_stream& self;
        explicit attached_as_long_as_this(screen_stream& of, stream_phone& to) : self(of)
        {
            self.through_ = &to;
            self.refused_.reset();
            self.again_ = time::min();
            self.last_start_.reset();
            self.pause_.reset();
        }
        attached_as_long_as_this(const attached_as_long_as_this&) = delete;
        attached_as_long_as_this& operator=(const attached_as_long_as_this&) = delete;
        ~attached_as_long_as_this()
        {
            self.now_.reset();
            self.since_key_.clear();
            self.through_ = nullptr;
            self.tell_of_change();
        }
    } const mark(*this, through);
    for (;;) {
        const auto now = steady::now();
        if (!wants_start(now)) {
            co_await wait_until(next_look(now));
            continue;
        }
        co_await begin();
        if (now_)
            co_await stay();
    }
}

/// For those who follow alone a stream is not started again and again.
bool screen_stream::wants_start(time now) const
{
    if (now < again_)
        return false;
    return asked_ ||
           (is_followed() && (!last_start_ || now >= *last_start_ + timing_.between_restarts));
}

bool screen_stream::is_wanted(time now) const
{
    return now < wanted_until_ || is_followed();
}

screen_stream::time screen_stream::next_look(time now) const
{
    if (!asked_ && !is_followed())
        return time::max();
    const auto for_followers = last_start_ ? *last_start_ + timing_.between_restarts : now;
    return std::max(asked_ ? now : for_followers, again_);
}

boost::asio::awaitable<void> screen_stream::wait_until(time when)
{
    if (when == time::max())
        co_await look_.wait();
    else if (const auto left = when - steady::now(); left > left.zero())
        co_await look_.wait_for(left);
}

void screen_stream::tell_of_change()
{
    if (observer_.on_change)
        observer_.on_change();
    look(); // for those who wait for a start
}

boost::asio::awaitable<void> screen_stream::begin()
{
    stopping_ = false;
    asked_ = false;
    key_asked_ = false;
    still_at_.reset();
    refused_.reset();
    last_start_ = steady::now();
    since_key_.clear();
    now_ = std::make_unique<running_stream>(
        running_stream::identity{.number = ++streams_, .coding = coding_},
        [this](const shared_unit& one) { take(one); }, [this] { look(); });
    const auto started = co_await now_->start(*through_, timing_);
    if (!started) {
        now_.reset();
        note_refusal(started.error());
    }
    tell_of_change();
}

void screen_stream::note_refusal(failure why)
{
    refused_ = std::move(why);
    again_ = steady::now() + pause_.after_failure();
    asked_ = false;
    tell_of_loss();
}

/// Until it is dead, nobody wants it any more, or another is wanted in its place.
boost::asio::awaitable<void> screen_stream::stay()
{
    for (bool lost_before = false;;) {
        const auto now = steady::now();
        now_->receiver().give_up(now);
        if (now_->is_dead(now, timing_))
            break;
        const bool lost = has_lost();
        if (lost && !lost_before) {
            tell_of_loss();
            tell_of_change();
        }
        lost_before = lost;
        if (now_->pictures() > 0)
            pause_.reset();
        if (is_followed()) // whoever follows may come back soon
            wanted_until_ = std::max(wanted_until_, now + timing_.linger);
        const bool ends = asked_ || restart_is_due(now) || !is_wanted(now);
        if (ends && !is_held(now)) {
            co_await stop();
            break;
        }
        auto next = std::min(now_->dies_at(timing_), now_->receiver().due());
        if (ends)
            next = std::min(next, now + held_pause);
        else if (!is_followed())
            next = std::min(next, wanted_until_);
        if (!ends && (key_asked_ || lost))
            next = std::min(next, *last_start_ + timing_.between_restarts);
        if (now_->pictures() == 0 && !lost)
            next = std::min(next, *now_->since() + timing_.first_picture);
        co_await wait_until(std::max(next, now + std::chrono::milliseconds(1)));
    }
    if (now_->receiver().counted().packets == 0 && now_->is_dead(steady::now(), timing_))
        note_refusal(silent_stream());
    coding_ = now_->receiver().coding();
    now_.reset();
    since_key_.clear();
    tell_of_change();
}

bool screen_stream::restart_is_due(time now) const
{
    return (key_asked_ || has_lost()) && now >= *last_start_ + timing_.between_restarts;
}

/// One that does not send any more is of no use to those who hold it.
bool screen_stream::is_held(time now) const
{
    return now_->is_alive(now, timing_) &&
           std::ranges::any_of(holds_, [](const auto& each) { return !each.expired(); });
}

/// The phone's answer changes nothing.
boost::asio::awaitable<void> screen_stream::stop()
{
    stopping_ = true;
    co_await coredevice::stop_media_streams(through_->services);
}

async::subscription screen_stream::follow(std::function<void(const shared_unit&)> take,
                                          std::function<void()> lost)
{
    std::erase_if(followers_, [](const auto& each) { return each.expired(); });
    auto made =
        std::make_shared<follower>(follower{.take = std::move(take), .lost = std::move(lost)});
    followers_.push_back(made);
    boost::asio::post(home_, [this, alive = std::weak_ptr(alive_), newcomer = std::weak_ptr(made)] {
        if (!alive.expired())
            join(newcomer);
    });
    look();
    return made;
}

/// All since the last key, where nothing of it has been dropped.
void screen_stream::join(const follower_pointer& newcomer)
{
    if (since_key_.empty() || has_lost())
        return;
    if (const auto who = newcomer.lock(); !who || std::exchange(who->joined, true))
        return;
    const auto units = since_key_; // one that is taken may end the stream, or the subscription
    for (const auto& each : units)
        if (const auto who = newcomer.lock())
            who->take(each);
}

/// Those who know already are not told again.
void screen_stream::tell_of_loss()
{
    since_key_.clear();
    for (const auto& each : std::vector(followers_))
        if (const auto who = each.lock(); who && std::exchange(who->joined, false) && who->lost)
            who->lost();
}

bool screen_stream::is_followed() const
{
    return std::ranges::any_of(followers_, [](const auto& each) { return !each.expired(); });
}

void screen_stream::want_key()
{
    key_asked_ = true;
    look();
}

void screen_stream::wake()
{
    const auto now = steady::now();
    wanted_until_ = now + timing_.linger;
    const bool starting = now_ != nullptr && !now_->since();
    const bool fresh = is_running() && now_->pictures() == 0 && !has_lost(); // one is on its way
    if (!starting && !fresh && !is_trusted(now) && now >= again_) {
        const bool too_soon = last_start_ && now < *last_start_ + timing_.between_restarts;
        if (has_lost() && too_soon) {
            key_asked_ = true; // a phone bears no restart for every packet that is lost
        } else {
            asked_ = true;
            still_at_.reset();
            refused_.reset();
        }
    }
    look();
}

std::optional<screen_stream::time> screen_stream::sends_since() const
{
    const bool sends = is_running() && !stopping_ && now_->is_alive(steady::now(), timing_);
    return sends ? now_->since() : std::nullopt;
}

bool screen_stream::is_starting() const
{
    return attached() && (now_ == nullptr ? asked_ : !now_->since());
}

boost::asio::awaitable<result<void>> screen_stream::start()
{
    const auto give_up = steady::now() + 2 * timing_.start_limit; // one may have to end before
    while (!sends_since()) {
        const auto now = steady::now();
        if (!attached())
            co_return std::unexpected(no_stream_offered());
        if (refused_ && (now < again_ || now >= give_up))
            co_return std::unexpected(reached_nothing(*refused_));
        if (now >= give_up)
            co_return std::unexpected(start_without_end());
        wanted_until_ = std::max(wanted_until_, now + timing_.linger);
        const bool starting = now_ != nullptr && !now_->since();
        if (!starting && !std::exchange(asked_, true))
            look();
        co_await look_.wait_for(give_up - now);
    }
    co_return result<void>();
}

async::subscription screen_stream::hold()
{
    std::erase_if(holds_, [](const auto& each) { return each.expired(); });
    auto made = std::make_shared<int>();
    holds_.emplace_back(made);
    return made;
}

void screen_stream::input_begins()
{
    const auto now = steady::now();
    if (is_trusted(now) && last_arrival_ && now - *last_arrival_ >= timing_.stillness_before_input)
        input_ = now;
    wake();
}

std::optional<screen_stream::time> screen_stream::running_since() const
{
    return is_running() ? now_->since() : std::nullopt;
}

bool screen_stream::is_trusted(time now) const
{
    return is_running() && now_->is_trusted(now, timing_);
}

screen_stream::time screen_stream::trusted_until() const
{
    const auto seen = now_ ? now_->receiver().seen() : std::nullopt;
    return seen ? *seen + timing_.trusted_stillness : time::min();
}

std::optional<screen_stream::time> screen_stream::stood_at(time now) const
{
    return is_trusted(now) ? now : still_at_;
}

/// A stream that is about to begin will show what the screen has become.
void screen_stream::note_still(time taken)
{
    if (asked_)
        return;
    still_at_ = taken;
    tell_of_change();
}

boost::asio::awaitable<void> screen_stream::until_followed()
{
    while (!is_followed())
        co_await look_.wait();
}

bool screen_stream::has_lost() const
{
    return is_running() && now_->has_lost(steady::now(), timing_);
}

bool screen_stream::is_refusing(time now) const
{
    return refused_.has_value() && now < again_;
}

void screen_stream::take(const shared_unit& one)
{
    measure(*one);
    keep(one);
    key_asked_ = key_asked_ && !one->key;
    if (observer_.on_unit)
        observer_.on_unit(one);
    for (const auto& each : std::vector(followers_)) { // one of them may end the others
        const auto who = each.lock();
        if (!who)
            continue;
        who->joined = who->joined || one->key;
        if (who->joined)
            who->take(one);
    }
}

void screen_stream::keep(const shared_unit& one)
{
    if (one->key) {
        since_key_.clear();
        bytes_since_key_ = 0;
    } else if (since_key_.empty()) {
        return;
    }
    bytes_since_key_ += one->data.size();
    since_key_.push_back(one);
    if (since_key_.size() > most_units_at_once || bytes_since_key_ > most_bytes_at_once)
        since_key_.clear();
}

void screen_stream::measure(const access_unit& one)
{
    last_arrival_ = one.arrived;
    const auto begun = std::exchange(input_, std::nullopt);
    if (begun && one.arrived - *begun <= timing_.longest_effect)
        effects_.add(one.arrived - *begun, one.arrived);
}

} // namespace thimble::device::media
