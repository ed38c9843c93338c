// A screen that stands still while somebody watches it.
#include "async/race.hpp"
#include "device/media/stream/still_screen.hpp"
#include "tests/catch2.hpp"
#include "tests/device/media/stream/video_phone.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using steady = std::chrono::steady_clock;

class shown_screen final : public device::frame_source {
public:
    boost::asio::awaitable<device::result<device::captured_frame>> capture() override
    {
        ++captures;
        device::captured_frame made;
        made.picture.data = std::make_shared<screen::bytes>(1, static_cast<std::byte>(shows));
        co_return made;
    }

    int captures = 0;
    int shows = 0;
};

struct watched_phone {
    watched_phone()
    {
        boost::asio::co_spawn(
            context, both(),
            boost::asio::bind_cancellation_slot(
                cancel.slot(), [this](const std::exception_ptr&) { ended = true; }));
        run_ready(context);
    }
    ~watched_phone()
    {
        cancel.emit(boost::asio::cancellation_type::terminal);
        run_until(context, [this] { return ended; });
    }

    boost::asio::awaitable<void> both()
    {
        co_await async::race(stream.live(phone.through), media::watch_still_screen(stream, screen));
    }

    static media::stream_timing quick_timing()
    {
        auto timing = endless_timing();
        timing.trusted_stillness = 10ms;
        timing.dead_after = 20ms;
        timing.between_looks = 2ms;
        return timing;
    }

    boost::asio::io_context context;
    video_phone phone{context};
    shown_screen screen;
    media::screen_stream stream{context.get_executor(), quick_timing()};
    boost::asio::cancellation_signal cancel;
    bool ended = false;
};

} // namespace

TEST_CASE("a still screen is looked at only while somebody watches", "[stream]")
{
    watched_phone run;
    run.stream.wake();
    run_until(run.context, [&] { return run.stream.is_running(); });
    run_until(run.context, [&] { return !run.stream.is_running(); });
    CHECK(run.screen.captures == 0);
    int units = 0;
    const auto following = run.stream.follow([&](const device::shared_unit&) { ++units; });
    run_until(run.context, [&] { return run.screen.captures > 3; });
    CHECK(run.phone.starts == 1); // nothing has changed
}

TEST_CASE("a still screen is known to be still for as long as somebody watches", "[stream]")
{
    watched_phone run;
    const auto following = run.stream.follow([](const device::shared_unit&) {});
    run_until(run.context, [&] { return run.stream.is_running(); });
    run_until(run.context, [&] { return !run.stream.is_running(); });
    const auto ended = steady::now();
    run_until(run.context, [&] { return run.stream.stood_at(ended) >= ended; });
    CHECK(run.phone.starts == 1);
}

TEST_CASE("a screen whose stream is about to begin is not known to be still", "[stream]")
{
    boost::asio::io_context context;
    media::screen_stream stream(context.get_executor(), endless_timing());
    stream.note_still(steady::now());
    CHECK(stream.stood_at(steady::now()));
    stream.wake();
    CHECK_FALSE(stream.stood_at(steady::now()));
    stream.note_still(steady::now());
    CHECK_FALSE(stream.stood_at(steady::now()));
}

TEST_CASE("a still screen that changes has its stream started again", "[stream]")
{
    watched_phone run;
    int units = 0;
    const auto following = run.stream.follow([&](const device::shared_unit&) { ++units; });
    run_until(run.context, [&] { return units == 1; });
    run_until(run.context, [&] { return run.screen.captures > 3; });
    CHECK(run.phone.starts == 1);
    run.screen.shows = 1;
    run_until(run.context, [&] { return units == 2; });
    CHECK(run.phone.starts == 2);
}

} // namespace thimble::tests
