// A phone's video as long as its tunnel is open: started when it is wanted, and again when the
// phone has ended it.
#pragma once

#include "async/signal.hpp"
#include "device/growing_pause.hpp"
#include "device/media/stream/latency_window.hpp"
#include "device/media/stream/running_stream.hpp"
#include "device/media_session.hpp"
#include "device/video_source.hpp"

#include <functional>
#include <vector>

namespace thimble::device::media {

/// Home thread. One stream a phone; a phone that has refused one is asked again only after a while.
class screen_stream final : public video_source, public media_session {
public:
    using time = running_stream::time;

    explicit screen_stream(boost::asio::any_io_executor home, stream_timing timing = {});
    screen_stream(const screen_stream&) = delete;
    screen_stream& operator=(const screen_stream&) = delete;

    /// Keeps the stream for as long as it is not cancelled: never ends by itself. `through`
    /// outlives it.
    boost::asio::awaitable<void> live(stream_phone& through);

    [[nodiscard]] async::subscription follow(std::function<void(const shared_unit&)> take,
                                             std::function<void()> lost = {}) override;
    void want_key() override;

    /// Somebody wants a picture now, or soon. Where no stream can be trusted one is started, unless
    /// the phone has just refused one.
    void wake();

    std::optional<time> sends_since() const override;
    bool is_starting() const override;
    boost::asio::awaitable<result<void>> start() override;
    [[nodiscard]] async::subscription hold() override;

    /// An input begins: what it does is wanted to be seen.
    void input_begins();

    /// `on_unit` is told of each unit, before those who follow; `on_change` when a stream begins,
    /// ends, has a loss or is refused. One observer, which ends before this or says so.
    struct observer {
        std::function<void(const shared_unit&)> on_unit;
        std::function<void()> on_change;
    };
    void observe(observer by) { observer_ = std::move(by); }

    /// True while live() runs.
    bool attached() const noexcept { return through_ != nullptr; }

    bool is_running() const noexcept { return now_ != nullptr && now_->since().has_value(); }

    /// Of the stream that runs; nothing while none does.
    std::optional<time> running_since() const;

    /// True where the newest picture is what the screen shows.
    bool is_trusted(time now) const;

    /// Until then it shows what the screen does, if nothing else comes; in the past where no stream
    /// runs.
    time trusted_until() const;

    /// Arrival of the newest picture, of whichever stream; nothing before the first.
    const std::optional<time>& newest_at() const noexcept { return last_arrival_; }

    /// The last moment at which the screen is known to have shown the newest picture: now, while
    /// the stream can be trusted; after that as captures tell. Nothing where another stream begins.
    std::optional<time> stood_at(time now) const;

    /// A capture of `taken` shows that the screen has not moved since the stream could be trusted.
    void note_still(time taken);

    boost::asio::awaitable<void> until_followed();

    /// True where packets are missing, or the first picture did not come in its time: nothing can
    /// be shown before the next key.
    bool has_lost() const;

    /// Why there is no stream: the phone's refusal, until it is asked again.
    const std::optional<failure>& refused() const noexcept { return refused_; }

    /// True while a phone that has refused one is not to be asked again yet.
    bool is_refusing(time now) const;

    const stream_timing& timing() const noexcept { return timing_; }
    std::optional<latency_spread> tap_to_picture(time now) const { return effects_.spread(now); }

    /// Streams begun so far.
    std::uint64_t streams() const noexcept { return streams_; }

private:
    struct follower {
        std::function<void(const shared_unit&)> take;
        std::function<void()> lost; // may be empty
        bool joined = false;        // has had a key, and all since then
    };
    using follower_pointer = std::weak_ptr<follower>; // nothing once its subscription has ended

    bool wants_start(time now) const;
    bool is_wanted(time now) const;
    time next_look(time now) const;
    boost::asio::awaitable<void> wait_until(time when);
    boost::asio::awaitable<void> begin();
    boost::asio::awaitable<void> stay();
    boost::asio::awaitable<void> stop();
    bool restart_is_due(time now) const;
    bool is_held(time now) const;
    void note_refusal(failure why);
    void take(const shared_unit& one);
    void keep(const shared_unit& one);
    void measure(const access_unit& one);
    bool is_followed() const;
    void join(const follower_pointer& newcomer);
    void tell_of_loss();
    void look() { look_.notify_all(); }
    void tell_of_change();

    boost::asio::any_io_executor home_;
    stream_timing timing_;
    async::signal look_; // at what is wanted
    stream_phone* through_ = nullptr;
    std::unique_ptr<running_stream> now_;
    std::uint64_t streams_ = 0;
    time::duration coding_{}; // of a picture, usually
    bool stopping_ = false;   // the one that runs
    bool asked_ = false;      // since the last start, for a picture
    bool key_asked_ = false;  // since the last start, by those who follow
    std::optional<time> last_start_;
    std::optional<time> still_at_; // as a capture has told
    time wanted_until_ = time::min();
    std::optional<failure> refused_;
    time again_ = time::min(); // no start before
    growing_pause pause_;
    observer observer_;
    std::vector<follower_pointer> followers_;
    std::vector<std::weak_ptr<const void>> holds_;
    std::vector<shared_unit> since_key_; // all of them, or none
    std::size_t bytes_since_key_ = 0;
    std::optional<time> last_arrival_;
    std::optional<time> input_; // whose effect is waited for
    latency_window effects_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true); // ends with this
};

} // namespace thimble::device::media
