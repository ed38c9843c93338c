// One recording under way: what a phone shows, as it comes, into a file.
#pragma once

#include "async/one_shot_timer.hpp"
#include "async/signal.hpp"
#include "link/unit_queue.hpp"
#include "service/live_view/live_pictures.hpp"
#include "service/recordings/capture_times.hpp"
#include "service/recordings/picture_archive.hpp"
#include "service/recordings/recording.hpp"
#include "service/recordings/recording_file.hpp"
#include "service/recordings/recording_limits.hpp"
#include "service/recordings/screen_movie.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace thimble::service {

/// All of it outlives the recorders.
struct recorder_context {
    boost::asio::any_io_executor home;
    live_pictures& live;
    std::shared_ptr<const recording_folders> folders;
    recording_limits limits;

    /// The recording has its first picture, or has ended.
    std::function<void(const recording&)> on_change;

    /// Bytes that all recordings have taken and not written yet.
    std::function<std::size_t()> waiting_bytes;
};

/// Home thread. The phone's own video where it has one; JPEGs where it has none, or where no key of
/// it comes in time. A phone that goes away is waited for.
class recorder final : private video_follower {
public:
    /// `as` was admitted for this phone.
    recorder(const recorder_context& with,
             recording begun,
             phone_ptr of,
             std::unique_ptr<viewer> as);

    /// Records until it is stopped, or has reached a limit.
    boost::asio::awaitable<void> run();

    /// run() is to end soon. The first reason counts.
    void stop(recording_end why);

    /// Ends when all of it is in the file.
    boost::asio::awaitable<void> until_ended();

    const recording& facts() const noexcept { return facts_; }

    /// Of units that are not written yet.
    std::size_t waiting_bytes() const noexcept { return waiting_.bytes(); }

private:
    using clock = std::chrono::steady_clock;
    using moment = recording::moment;

    void take(const live_unit_ptr& what) override;
    void lose() override { waiting_.interrupt(); }

    bool is_too_much(const live_unit& what) const;
    boost::asio::awaitable<void> record();
    boost::asio::awaitable<void> until_video();
    boost::asio::awaitable<void> record_video();
    boost::asio::awaitable<void> record_pictures();
    boost::asio::awaitable<live_unit_ptr> next_unit(screen_movie* into);
    void stop_after_all(recording_end why);
    void cut_at(const mp4::fragmented_movie::written_part& written);
    bool fits(std::size_t bytes) const;
    boost::asio::awaitable<bool> append(std::vector<std::byte> content);
    void begin(recording_format as, moment first, screen::pixel_size size);
    void note_time(moment shown_at);
    moment present_of_pictures() const;
    void finish();

    const recorder_context& with_;
    recording facts_;
    phone_ptr phone_;
    capture_times times_;
    recording_file file_;
    link::unit_queue<live_unit> waiting_;
    moment last_shown_; // the newest picture
    clock::time_point last_came_;
    async::signal changed_;
    async::signal ended_;
    async::one_shot_timer limit_;
    async::one_shot_timer wake_;
    bool over_ = false;              // all is in the file
    std::unique_ptr<viewer> viewer_; // the first to go: then nothing is taken any more
};

} // namespace thimble::service
