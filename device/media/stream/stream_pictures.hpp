// The pictures of a phone's video, decoded on a thread of their own, and only while they are
// wanted.
#pragma once

#include "async/worker.hpp"
#include "device/media/stream/screen_stream.hpp"
#include "screen/video_picture.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::device::media {

struct decoded_picture {
    std::shared_ptr<const screen::video_picture> video;
    std::uint64_t stream = 0; // from 1 on, and its number within that
    std::uint64_t number = 0;
    std::chrono::steady_clock::time_point shows; // when it came, or was known to stand still
};

/// Home thread. A picture can be decoded only when all since the last key have been: those that
/// nobody wanted are kept, up to a number beyond which only another key helps.
class stream_pictures {
public:
    using time = screen_stream::time;

    /// The way in which pictures lie on the panel, as far as it is known.
    struct context {
        /// The panel's pixels in portrait: what the stream has beyond is padding.
        std::function<std::optional<screen::pixel_size>()> panel;
        std::function<std::optional<screen::orientation>()> turned; // the interface
    };

    /// The stream outlives it, and is observed by it alone.
    stream_pictures(boost::asio::any_io_executor home, screen_stream& of, context with);
    ~stream_pictures();
    stream_pictures(const stream_pictures&) = delete;
    stream_pictures& operator=(const stream_pictures&) = delete;

    /// Decodes what is wanted as it comes: runs beside the stream's own live(), never ends by
    /// itself.
    boost::asio::awaitable<void> live();

    /// The newest picture of a stream that can be trusted: it shows the screen as it was at `shows`
    /// or later. Waits for a stream that is about to begin. Fails with `timed_out` at `give_up`;
    /// with the phone's own failure where it refuses a stream; with the cause "picture_missing"
    /// where only another key would help.
    boost::asio::awaitable<result<decoded_picture>> newest(time shows, time give_up);

    /// Waits for another picture than `last`, of the stream that runs then; or until the screen is
    /// known to show `last` still, at `again` or later. Fails as newest() does.
    boost::asio::awaitable<result<decoded_picture>> next(const decoded_picture& last, time again);

    /// An input begins, whose effect is wanted to be seen.
    void input_begins();

    /// While it lives, the stream is kept going and its pictures are decoded as they come.
    [[nodiscard]] async::subscription watch();

    screen_stream& stream() noexcept { return stream_; }
    std::optional<latency_spread> picture_age(time now) const { return ages_.spread(now); }

private:
    struct thread_state; // belongs to the worker's thread
    using answer = std::expected<std::shared_ptr<const screen::video_picture>, std::string>;

    /// The order for a copy, as the thread gets it.
    struct copy_order {
        std::optional<screen::pixel_size> most;
        screen::turning turned; // of pictures that are as high as the panel
        friend bool operator==(const copy_order&, const copy_order&) = default;
    };

    void take(const shared_unit& one);
    void fall_behind();
    bool is_active(time now) const;
    bool is_undecodable() const;
    std::optional<failure> obstacle() const;
    bool is_current() const;
    bool is_ready(time now) const;
    bool is_newest(const decoded_picture& what) const;
    void ask_for_key();
    boost::asio::awaitable<result<decoded_picture>> decode(time asked);
    boost::asio::awaitable<answer> work(std::vector<shared_unit> units,
                                        std::optional<copy_order> copy);
    bool is_superseded(const shared_unit& one) const;
    copy_order order_for(const access_unit& of) const;

    screen_stream& stream_;
    context with_;
    async::signal came_; // a unit, or another state of the stream
    async::worker worker_;
    std::shared_ptr<thread_state> thread_;
    std::vector<shared_unit> waiting_; // to be decoded, in their order
    shared_unit last_;                 // that came
    shared_unit last_key_;
    bool behind_ = false; // until the next key
    time active_until_ = time::min();
    std::vector<std::weak_ptr<const void>> watches_;
    decoded_picture copied_; // the last one,
    copy_order copied_as_;   // and how
    latency_window ages_;
};

} // namespace thimble::device::media
