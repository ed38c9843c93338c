// A stream as touches need it: started and waited for, or known to run.
#include "tests/catch2.hpp"
#include "tests/device/media/stream/video_phone.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>

#include <vector>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;

/// A stream that is started by those who wait for it.
struct started_stream {
    explicit started_stream(media::stream_timing timing = endless_timing())
        : stream(context.get_executor(), timing)
    {
        boost::asio::co_spawn(
            context, stream.live(phone.through),
            boost::asio::bind_cancellation_slot(
                cancel.slot(), [this](const std::exception_ptr&) { ended = true; }));
        run_ready(context);
    }
    ~started_stream() { end(); }

    void end()
    {
        cancel.emit(boost::asio::cancellation_type::terminal);
        run_until(context, [this] { return ended; });
    }

    void begin_start()
    {
        boost::asio::co_spawn(context, stream.start(),
                              [this](const std::exception_ptr&, device::result<void> how) {
                                  came.push_back(std::move(how));
                              });
    }

    device::result<void> start()
    {
        came.clear();
        begin_start();
        run_until(context, [this] { return !came.empty(); });
        return came.front();
    }

    boost::asio::io_context context;
    video_phone phone{context};
    media::screen_stream stream;
    boost::asio::cancellation_signal cancel;
    std::vector<device::result<void>> came; // of the starts that have ended
    bool ended = false;
};

} // namespace

TEST_CASE("a start ends when the phone has agreed, and one that runs is left alone", "[stream]")
{
    started_stream run;
    CHECK_FALSE(run.stream.sends_since());
    const auto asked = std::chrono::steady_clock::now();
    REQUIRE(run.start());
    const auto since = run.stream.sends_since();
    REQUIRE(since);
    CHECK(*since >= asked);
    REQUIRE(run.start());
    CHECK(run.stream.sends_since() == since);
    CHECK(run.phone.said == "start ");
}

TEST_CASE("all who start a stream at once get the same one", "[stream]")
{
    started_stream run;
    run.begin_start();
    run.begin_start();
    run_until(run.context, [&] { return run.came.size() == 2; });
    CHECK(run.came[0]);
    CHECK(run.came[1]);
    CHECK(run.phone.said == "start ");
}

TEST_CASE("a stream whose picture has stood still for long does not count, and is started anew",
          "[stream]")
{
    auto timing = endless_timing();
    timing.trusted_stillness = 200ms;
    started_stream run(timing);
    REQUIRE(run.start());
    run_until(run.context, [&] { return !run.stream.sends_since(); });
    CHECK(run.stream.is_running());
    REQUIRE(run.start());
    CHECK(run.phone.said.starts_with("start stop start "));
}

TEST_CASE("a stream that is being stopped does not count any more", "[stream]")
{
    auto timing = endless_timing();
    timing.between_restarts = 0ms;
    started_stream run(timing);
    REQUIRE(run.start());
    run_until(run.context, [&] { return run.stream.is_trusted(std::chrono::steady_clock::now()); });
    CHECK(run.stream.sends_since());
    run.stream.want_key();
    run_until(run.context, [&] { return run.phone.stops == 1; });
    CHECK_FALSE(run.stream.sends_since());
    REQUIRE(run.start());
    CHECK(run.phone.said == "start stop start ");
}

TEST_CASE("a lost picture ends no stream", "[stream]")
{
    started_stream run;
    REQUIRE(run.start());
    run_until(run.context, [&] { return run.stream.is_trusted(std::chrono::steady_clock::now()); });
    run.phone.sender.packets_of(bars_709_full()[1]); // lost
    run.phone.play(2, 1);
    run_until(run.context, [&] { return run.stream.has_lost(); });
    CHECK(run.stream.sends_since());
}

TEST_CASE("a phone's refusal of a stream is told, and it is not asked again at once", "[stream]")
{
    started_stream run;
    run.phone.refuses_by = 9022;
    for (int i = 0; i < 2; ++i) {
        const auto started = run.start();
        REQUIRE_FALSE(started);
        CHECK(started.error().phone == device::reached::nothing);
        CHECK(started.error().cause == "com.apple.dt.CoreDeviceError 9022");
    }
    CHECK(run.phone.starts == 1);
}

TEST_CASE("a start without a tunnel fails, also one that is under way when it goes", "[stream]")
{
    started_stream run;
    run.begin_start();
    run.end();
    run_until(run.context, [&] { return !run.came.empty(); });
    CHECK_FALSE(run.came.front());
    const auto again = run.start();
    REQUIRE_FALSE(again);
    CHECK(again.error().what == device::problem::unsupported);
}

} // namespace thimble::tests
