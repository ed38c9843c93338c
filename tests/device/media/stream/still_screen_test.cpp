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
    explicit watched_phone(media::stream_timing timing = quick_timing())
        : stream(context.get_executor(), timing)
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

    /// The phone ends a stream a while after its last picture, and is looked at all that time.
    static media::stream_timing quick_timing()
    {
        auto timing = endless_timing();
        timing.look_ahead = timing.trusted_stillness;
        timing.dead_after = 200ms;
        timing.between_looks = 2ms;
        return timing;
    }

    /// It has ended its stream, and its screen is known to stand still.
    bool stands_still()
    {
        return !stream.is_running() && stream.stood_at(steady::now()).has_value();
    }

    /// That many more captures.
    void look(int more)
    {
        const auto until = screen.captures + more;
        run_until(context, [&] { return screen.captures >= until; });
    }

    boost::asio::io_context context;
    video_phone phone{context};
    shown_screen screen;
    media::screen_stream stream;
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
    const auto following = run.stream.follow([](const device::shared_unit&) {});
    run_until(run.context, [&] { return run.stands_still(); });
    CHECK(run.phone.starts >= 2); // the first stream had ended before anybody watched
    const auto starts = run.phone.starts;
    run.look(4);
    CHECK(run.phone.starts == starts); // nothing has changed
}

TEST_CASE("a still screen is known to be still for as long as somebody watches", "[stream]")
{
    watched_phone run;
    const auto following = run.stream.follow([](const device::shared_unit&) {});
    run_until(run.context, [&] { return run.stands_still(); });
    const auto starts = run.phone.starts;
    const auto captures = run.screen.captures;
    const auto ended = steady::now();
    run_until(run.context, [&] { return run.stream.stood_at(ended) >= ended; });
    CHECK(run.screen.captures > captures); // which was compared with the one before
    CHECK(run.phone.starts == starts);
}

TEST_CASE("nothing is known of a screen whose stream ended before it was looked at", "[stream]")
{
    auto timing = watched_phone::quick_timing();
    timing.look_ahead = 0ms;
    timing.trusted_stillness = 20ms;
    timing.heartbeat = 5ms;
    timing.dead_after = 5ms;
    watched_phone run(timing);
    const auto following = run.stream.follow([](const device::shared_unit&) {});
    run_until(run.context, [&] { return run.stream.newest_at().has_value(); });
    run.screen.shows = 1; // nothing could be compared with what it showed before
    bool known = false;
    run_until(run.context, [&] {
        known = known || run.stands_still();
        return run.phone.starts >= 3; // again for each picture that came
    });
    CHECK_FALSE(known);
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
    run_until(run.context, [&] { return units > 0 && run.stands_still(); });
    const auto starts = run.phone.starts;
    run.look(4);
    CHECK(run.phone.starts == starts);
    const auto before = units;
    run.screen.shows = 1;
    run_until(run.context, [&] { return units > before; });
    CHECK(run.phone.starts == starts + 1);
}

} // namespace thimble::tests
