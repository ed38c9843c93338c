#include "device/media/stream/stream_frames.hpp"

#include "async/race.hpp"
#include "async/sleep.hpp"
#include "device/wall_time.hpp"

#include <utility>
#include <variant>

namespace thimble::device::media {
namespace {

using steady = std::chrono::steady_clock;
using frame_result = result<captured_frame>;

/// The first of two to succeed; with the failure of the second one where neither does.
class first_success {
public:
    explicit first_success(const boost::asio::any_io_executor& home) : failed_(home) {}

    boost::asio::awaitable<frame_result> either(boost::asio::awaitable<frame_result> one,
                                                boost::asio::awaitable<frame_result> other)
    {
        auto ended = co_await async::race(run(std::move(one), false), run(std::move(other), true));
        co_return std::visit([](auto& each) { return std::move(each); }, ended);
    }

private:
    boost::asio::awaitable<frame_result> run(boost::asio::awaitable<frame_result> side, bool counts)
    {
        auto how = co_await std::move(side);
        if (how)
            co_return how;
        if (counts)
            why_ = std::move(how.error());
        ++failures_;
        failed_.notify_all();
        while (failures_ < 2) // else the other one decides, and ends this
            co_await failed_.wait();
        co_return std::unexpected(why_);
    }

    async::signal failed_;
    int failures_ = 0;
    failure why_;
};

} // namespace

captured_frame frame_of(const decoded_picture& what, steady::time_point shows)
{
    captured_frame result;
    result.picture.size = what.video->upright();
    result.picture.video = what.video;
    result.captured_at = wall_time(shows);
    return result;
}

boost::asio::awaitable<frame_result> stream_frames::capture()
{
    return capture_after(steady::now() - pictures_.stream().timing().lag);
}

boost::asio::awaitable<frame_result> stream_frames::capture_after(steady::time_point input)
{
    if (pictures_.stream().is_trusted(steady::now())) {
        auto taken = co_await from_stream(input);
        if (taken)
            co_return taken;
        co_return co_await otherwise_.capture();
    }
    co_return co_await quicker_one(input);
}

boost::asio::awaitable<frame_result> stream_frames::quicker_one(steady::time_point input)
{
    first_success sides(co_await boost::asio::this_coro::executor);
    co_return co_await sides.either(from_stream(input), otherwise_.capture());
}

/// The newest picture stands until the next one comes: it shows the screen as it is now.
boost::asio::awaitable<frame_result> stream_frames::from_stream(steady::time_point input)
{
    const auto& timing = pictures_.stream().timing();
    const auto taken =
        co_await pictures_.newest(input, steady::now() + timing.lag + timing.first_picture);
    if (!taken)
        co_return std::unexpected(taken.error());
    auto frame = frame_of(*taken, steady::now());
    frame.lag = timing.lag;
    co_return frame;
}

boost::asio::awaitable<failure> stream_live::watch(int frames_per_second,
                                                   std::function<void(captured_frame)> on_frame)
{
    const auto interval = steady::duration(std::chrono::seconds(1)) / frames_per_second;
    auto& stream = pictures_.stream();
    const auto kept_going = pictures_.watch();
    stream.wake();
    decoded_picture last;
    for (auto due = steady::now();;) {
        auto taken = co_await pictures_.next(last, last.shows + stream.timing().repeat);
        if (!taken)
            co_return std::move(taken.error());
        last = std::move(*taken);
        auto frame = frame_of(last, last.shows);
        frame.lag = stream.timing().lag;
        frame.pushed = true;
        on_frame(std::move(frame));
        const auto now = steady::now();
        due = std::max(due + interval, now - interval / 2); // what was missed is not made up for
        if (due > now + interval / 2)
            co_await async::sleep_until(due - interval / 2);
    }
}

} // namespace thimble::device::media
