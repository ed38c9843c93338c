// Starts, ends and new starts of a phone's stream.
#include "tests/catch2.hpp"
#include "tests/device/media/stream/video_phone.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;

/// A stream with a phone, which lives until the test ends it.
struct streaming {
    explicit streaming(media::stream_timing timing = endless_timing())
        : stream(context.get_executor(), timing)
    {
        boost::asio::co_spawn(
            context, stream.live(phone.through),
            boost::asio::bind_cancellation_slot(
                cancel.slot(), [this](const std::exception_ptr&) { ended = true; }));
        run_ready(context);
    }
    ~streaming() { end(); }

    void end()
    {
        cancel.emit(boost::asio::cancellation_type::terminal);
        run_until(context, [this] { return ended; });
    }

    async::subscription follow(std::vector<device::shared_unit>& to)
    {
        return stream.follow([&to](const device::shared_unit& one) { to.push_back(one); });
    }

    void wake_until_running()
    {
        stream.wake();
        run_until(context, [this] { return stream.is_trusted(std::chrono::steady_clock::now()); });
    }

    boost::asio::io_context context;
    video_phone phone{context};
    media::screen_stream stream;
    boost::asio::cancellation_signal cancel;
    bool ended = false;
};

} // namespace

TEST_CASE("a stream that nobody wants is not started", "[stream]")
{
    streaming run;
    run_ready(run.context);
    CHECK(run.phone.starts == 0);
    CHECK(run.stream.attached());
    CHECK_FALSE(run.stream.is_running());
}

TEST_CASE("a stream is started for whoever follows, with a key first", "[stream]")
{
    streaming run;
    std::vector<device::shared_unit> got;
    const auto following = run.follow(got);
    // The first picture may overtake the answer to the start.
    run_until(run.context, [&] { return got.size() == 1 && run.stream.is_running(); });
    CHECK(got[0]->key);
    CHECK(got[0]->stream == 1);
    run.phone.play(1, 5);
    CHECK(got.size() == 6);
    CHECK(run.stream.is_running());
    CHECK(run.phone.starts == 1);
}

TEST_CASE("who comes later gets what there was since the key", "[stream]")
{
    streaming run;
    std::vector<device::shared_unit> first;
    std::vector<device::shared_unit> second;
    const auto one = run.follow(first);
    run_until(run.context, [&] { return first.size() == 1; });
    run.phone.play(1, 9);
    const auto other = run.follow(second);
    CHECK(second.empty()); // never within the call
    run_until(run.context, [&] { return !second.empty(); });
    CHECK(second == first);
    run.phone.play(10, 1);
    CHECK(second == first);
    CHECK(second.size() == 11);
    CHECK(run.phone.starts == 1);
}

TEST_CASE("who comes late gets no more at once than a queue holds", "[stream]")
{
    streaming run;
    run.wake_until_running();
    constexpr auto most = device::video_source::most_units_at_once;
    for (std::size_t after_key = 1; after_key < most; ++after_key)
        run.phone.play(1, 1); // the same again: what is in it does not matter here
    std::vector<device::shared_unit> in_time;
    const auto one = run.follow(in_time);
    run_ready(run.context);
    CHECK(in_time.size() == most);
    run.phone.play(1, 1);
    CHECK(in_time.size() == most + 1);
    std::vector<device::shared_unit> too_late;
    const auto other = run.follow(too_late);
    run_ready(run.context);
    run.phone.play(1, 1);
    CHECK(too_late.empty());
}

TEST_CASE("who comes too late waits for the next key", "[stream]")
{
    auto timing = endless_timing();
    timing.between_restarts = 200ms;
    streaming run(timing);
    run.wake_until_running();
    for (int round = 0; round < 6; ++round)
        run.phone.play(1, 22); // the same again: what is in it does not matter here
    std::vector<device::shared_unit> got;
    const auto following = run.follow(got);
    run_ready(run.context);
    run.phone.play(1, 1);
    CHECK(got.empty());
    run.stream.want_key();
    run_until(run.context, [&] { return !got.empty(); });
    CHECK(got.front()->key);
    CHECK(got.front()->stream == 2);
    CHECK(run.phone.said == "start stop start ");
}

TEST_CASE("who has gone gets nothing", "[stream]")
{
    streaming run;
    std::vector<device::shared_unit> got;
    auto following = run.follow(got);
    run_until(run.context, [&] { return got.size() == 1; });
    following.reset();
    run.phone.play(1, 3);
    CHECK(got.size() == 1);
}

TEST_CASE("who ends with the first of many units gets no second", "[stream]")
{
    streaming run;
    run.wake_until_running();
    run.phone.play(1, 5);
    int units = 0;
    async::subscription following;
    following = run.stream.follow([&](const device::shared_unit&) {
        ++units;
        following.reset();
    });
    run_until(run.context, [&] { return units > 0; });
    CHECK(units == 1);
}

TEST_CASE("who follows may end another one's following", "[stream]")
{
    streaming run;
    int units = 0;
    int units_of_other = 0;
    async::subscription other;
    const auto following = run.stream.follow([&](const device::shared_unit&) {
        ++units;
        other.reset();
    });
    other = run.stream.follow([&](const device::shared_unit&) { ++units_of_other; });
    run_until(run.context, [&] { return units == 1; });
    run.phone.play(1, 2);
    CHECK(units == 3);
    CHECK(units_of_other == 0);
}

TEST_CASE("a stream that the phone ends is started again when it is asked for", "[stream]")
{
    auto timing = endless_timing();
    timing.dead_after = 50ms;
    streaming run(timing);
    run.wake_until_running();
    run_until(run.context, [&] { return !run.stream.is_running(); });
    CHECK_FALSE(run.phone.is_open());
    CHECK(run.phone.said == "start ");
    run.wake_until_running();
    CHECK(run.phone.said == "start start ");
}

TEST_CASE("reports alone keep a stream alive", "[stream]")
{
    auto timing = endless_timing();
    timing.dead_after = 1s;
    streaming run(timing);
    run.wake_until_running();
    run.phone.ahead = 100s;
    run.phone.send(run.phone.sender.report());
    const auto begun = std::chrono::steady_clock::now();
    run_until(run.context, [&] { return std::chrono::steady_clock::now() - begun > 1'200ms; });
    CHECK(run.stream.is_running());
    CHECK(run.phone.starts == 1);
}

TEST_CASE("a stream lives on without one of its reports, and not without two", "[stream]")
{
    auto timing = endless_timing();
    timing.heartbeat = media::stream_timing().heartbeat;
    streaming run(timing);
    const auto before = std::chrono::steady_clock::now();
    run.wake_until_running();
    CHECK(run.stream.is_trusted(before + 2'000ms)); // the phone was heard later than that
    CHECK_FALSE(run.stream.is_trusted(std::chrono::steady_clock::now() + 2'300ms));
}

TEST_CASE("a picture that stands still for long is not trusted", "[stream]")
{
    auto timing = endless_timing();
    timing.trusted_stillness = 300ms;
    streaming run(timing);
    run.wake_until_running();
    run_until(run.context,
              [&] { return !run.stream.is_trusted(std::chrono::steady_clock::now()); });
    CHECK(run.stream.is_running());
    run.stream.wake();
    run_until(run.context, [&] { return run.phone.starts == 2; });
    CHECK(run.phone.said == "start stop start "); // the old one may still live
}

TEST_CASE("for those who follow a stream is not started again at once", "[stream]")
{
    auto timing = endless_timing();
    timing.dead_after = 20ms;
    timing.between_restarts = 400ms;
    streaming run(timing);
    std::vector<device::shared_unit> got;
    const auto begun = std::chrono::steady_clock::now(); // before the first start
    const auto following = run.follow(got);
    run_until(run.context, [&] { return got.size() == 2; });
    CHECK(got[1]->arrived - begun >= 400ms);
    CHECK(got[1]->stream == 2);
}

TEST_CASE("after a loss there is nothing, and after a while another stream", "[stream]")
{
    auto timing = endless_timing();
    timing.between_restarts = 150ms;
    streaming run(timing);
    std::vector<device::shared_unit> got;
    std::vector<std::size_t> lost; // after so many units
    const auto following =
        run.stream.follow([&](const device::shared_unit& one) { got.push_back(one); },
                          [&] { lost.push_back(got.size()); });
    run_until(run.context, [&] { return got.size() == 1; });
    CHECK(lost.empty());
    run.phone.sender.packets_of(bars_709_full()[1]); // lost
    run.phone.play(2, 1);
    run_until(run.context, [&] { return run.stream.has_lost() || got.size() > 1; });
    CHECK(got.size() == 1);
    run_until(run.context, [&] { return got.size() == 2; });
    CHECK(got[1]->key);
    CHECK(run.phone.said == "start stop start ");
    CHECK_FALSE(run.stream.has_lost());
    CHECK(lost == std::vector<std::size_t>{1});
}

TEST_CASE("who comes after a loss waits for the next key", "[stream]")
{
    auto timing = endless_timing();
    timing.between_restarts = 300ms;
    streaming run(timing);
    run.wake_until_running();
    run.phone.sender.packets_of(bars_709_full()[1]); // lost
    run.phone.play(2, 1);
    run_until(run.context, [&] { return run.stream.has_lost(); });
    std::vector<device::shared_unit> got;
    const auto following = run.follow(got);
    run_until(run.context, [&] { return !got.empty(); });
    CHECK(got.front()->key);
    CHECK(got.front()->stream == 2);
}

TEST_CASE("a refusal tells those who follow that they see an old picture", "[stream]")
{
    auto timing = endless_timing();
    timing.dead_after = 50ms;
    streaming run(timing);
    int units = 0;
    int losses = 0;
    const auto following =
        run.stream.follow([&](const device::shared_unit&) { ++units; }, [&] { ++losses; });
    run_until(run.context, [&] { return units == 1 && !run.stream.is_running(); });
    CHECK(losses == 0); // the screen stands still
    run.phone.refuses_by = 9022;
    run.stream.wake();
    run_until(run.context, [&] { return run.stream.refused().has_value(); });
    CHECK(losses == 1);
}

TEST_CASE("a phone that refuses is asked again only after a pause", "[stream]")
{
    auto timing = endless_timing();
    timing.refused_pause = 100ms;
    streaming run(timing);
    run.phone.refuses_by = 9022;
    const auto asked = std::chrono::steady_clock::now();
    run.stream.wake();
    run_until(run.context, [&] { return run.stream.refused().has_value(); });
    CHECK(run.stream.refused()->cause == "com.apple.dt.CoreDeviceError 9022");
    CHECK(run.stream.is_refusing({}));
    CHECK_FALSE(run.stream.is_refusing(std::chrono::steady_clock::now() + 100ms));
    CHECK_FALSE(run.phone.is_open());
    CHECK(run.phone.starts == 1);
    run.phone.refuses_by.reset();
    run_until(run.context, [&] {
        run.stream.wake();
        return run.phone.starts == 2;
    });
    CHECK(std::chrono::steady_clock::now() - asked >= 100ms);
    run_until(run.context, [&] { return run.stream.is_running(); });
    CHECK_FALSE(run.stream.refused());
}

TEST_CASE("a stream from which nothing comes counts as refused", "[stream]")
{
    auto timing = endless_timing();
    timing.dead_after = 30ms;
    streaming run(timing);
    run.phone.plays_at_start = false;
    run.stream.wake();
    run_until(run.context, [&] { return run.stream.refused().has_value(); });
    CHECK(run.stream.refused()->cause == "stream_silent");
    run.stream.wake();
    run_ready(run.context);
    CHECK(run.phone.starts == 1);
}

TEST_CASE("a stream that nobody wants any more is stopped", "[stream]")
{
    auto timing = endless_timing();
    timing.linger = 50ms;
    streaming run(timing);
    run.stream.wake();
    run_until(run.context, [&] { return run.phone.stops == 1; });
    run_until(run.context, [&] { return !run.stream.is_running(); });
    CHECK(run.phone.said == "start stop ");
}

TEST_CASE("a stream that was followed is kept for a while", "[stream]")
{
    streaming run;
    std::vector<device::shared_unit> got;
    auto following = run.follow(got);
    run_until(run.context, [&] { return got.size() == 1; });
    run_until(run.context, [&] { return run.stream.is_running(); });
    following.reset();
    run.stream.want_key(); // for which it is too soon
    run_ready(run.context);
    CHECK(run.phone.said == "start ");
    CHECK(run.stream.is_running());
}

TEST_CASE("a stream that is held is not begun anew for a key", "[stream]")
{
    auto timing = endless_timing();
    timing.between_restarts = 0ms;
    streaming run(timing);
    std::vector<device::shared_unit> got;
    const auto following = run.follow(got);
    run_until(run.context, [&] { return got.size() == 1; });
    auto held = run.stream.hold();
    run.stream.want_key();
    const auto wanted = std::chrono::steady_clock::now();
    run_until(run.context, [&] { return std::chrono::steady_clock::now() - wanted > 200ms; });
    CHECK(run.phone.said == "start ");
    CHECK(run.stream.sends_since());
    held.reset();
    run_until(run.context, [&] { return got.size() == 2; });
    CHECK(run.phone.said == "start stop start ");
}

TEST_CASE("a stream that is held and sends nothing any more is begun anew", "[stream]")
{
    auto timing = endless_timing();
    timing.trusted_stillness = 300ms;
    streaming run(timing);
    run.wake_until_running();
    const auto held = run.stream.hold();
    run_until(run.context, [&] { return !run.stream.sends_since(); });
    run.stream.wake();
    run_until(run.context, [&] { return run.phone.starts == 2; });
}

TEST_CASE("a stream whose first picture does not come is one with a loss", "[stream]")
{
    auto timing = endless_timing();
    timing.first_picture = 50ms;
    streaming run(timing);
    run.phone.plays_at_start = false;
    run.stream.wake();
    run_until(run.context, [&] { return run.stream.has_lost(); });
    CHECK(run.stream.is_running());
    run.phone.play(0, 1);
    CHECK_FALSE(run.stream.has_lost());
}

TEST_CASE("a stream goes with its tunnel", "[stream]")
{
    streaming run;
    run.wake_until_running();
    run.end();
    CHECK_FALSE(run.stream.attached());
    CHECK_FALSE(run.stream.is_running());
    CHECK_FALSE(run.phone.is_open());
    run.stream.wake(); // which nobody can do anything about now
    std::vector<device::shared_unit> got;
    const auto following = run.follow(got);
    run_ready(run.context);
    CHECK(got.empty());
}

TEST_CASE("who outlives a stream may still follow it", "[stream]")
{
    boost::asio::io_context context;
    async::subscription following;
    {
        media::screen_stream stream(context.get_executor());
        following = stream.follow([](const device::shared_unit&) {});
    }
    run_ready(context);
    CHECK(following != nullptr);
}

TEST_CASE("the first picture after an input tells how long its effect takes", "[stream]")
{
    streaming run;
    run.wake_until_running();
    CHECK_FALSE(run.stream.tap_to_picture(std::chrono::steady_clock::now()));
    run.stream.input_begins();
    run.phone.play(1, 3);
    const auto spread = run.stream.tap_to_picture(std::chrono::steady_clock::now());
    REQUIRE(spread);
    CHECK(spread->count == 1);
}

TEST_CASE("a screen that moved before an input tells nothing of it", "[stream]")
{
    auto timing = endless_timing();
    timing.stillness_before_input = 100s;
    streaming run(timing);
    run.wake_until_running();
    run.stream.input_begins();
    run.phone.play(1, 3);
    CHECK_FALSE(run.stream.tap_to_picture(std::chrono::steady_clock::now()));
}

} // namespace thimble::tests
