// Pictures out of a phone's stream: which one is handed over, and how it lies.
#include "async/race.hpp"
#include "device/media/stream/stream_frames.hpp"
#include "screen/conversion.hpp"
#include "screen/png.hpp"
#include "tests/catch2.hpp"
#include "tests/device/media/stream/video_phone.hpp"
#include "tests/device/run_until_done.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>

#include <cmath>
#include <functional>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using steady = std::chrono::steady_clock;

/// Captures as a phone's service does, when the test lets it.
class scripted_capture final : public device::frame_source {
public:
    explicit scripted_capture(boost::asio::io_context& context) : go(context.get_executor()) {}

    boost::asio::awaitable<device::result<device::captured_frame>> capture() override
    {
        ++asked;
        while (waits)
            co_await go.wait();
        if (failure)
            co_return std::unexpected(*failure);
        device::captured_frame made;
        made.picture.size = {.width = 7, .height = 9};
        made.picture.data = std::make_shared<screen::bytes>(1);
        co_return made;
    }

    int asked = 0;
    bool waits = false;
    std::optional<device::failure> failure;
    async::signal go;
};

struct decoding {
    explicit decoding(media::stream_timing timing = endless_timing())
        : stream(context.get_executor(), timing),
          pictures(context.get_executor(),
                   stream,
                   {.panel = [this] { return panel; }, .turned = [this] { return turned; }}),
          frames(pictures, captures), live(pictures)
    {
        boost::asio::co_spawn(
            context, both(),
            boost::asio::bind_cancellation_slot(
                cancel.slot(), [this](const std::exception_ptr&) { ended = true; }));
        run_ready(context);
    }
    ~decoding()
    {
        cancel.emit(boost::asio::cancellation_type::terminal);
        run_until(context, [this] { return ended; });
    }

    boost::asio::awaitable<void> both()
    {
        co_await async::race(stream.live(phone.through), pictures.live());
    }

    device::result<media::decoded_picture> newest()
    {
        return run_until_done(context, pictures.newest({}, steady::now() + 100s));
    }

    void start()
    {
        stream.wake();
        run_until(context, [this] { return stream.is_trusted(steady::now()); });
    }

    boost::asio::io_context context;
    video_phone phone{context};
    scripted_capture captures{context};
    std::optional<screen::pixel_size> panel;
    std::optional<screen::orientation> turned;
    media::screen_stream stream;
    media::stream_pictures pictures;
    media::stream_frames frames;
    media::stream_live live;
    boost::asio::cancellation_signal cancel;
    bool ended = false;
};

screen::image pixels(const media::decoded_picture& of)
{
    screen::picture from;
    from.size = of.video->upright();
    from.video = of.video;
    const auto copy = screen::reduced(from, std::max(from.size.width, from.size.height));
    REQUIRE(copy);
    return *copy;
}

bool is_white(const screen::image& of, int x, int y)
{
    const auto at =
        (static_cast<std::size_t>(y) * of.row_bytes()) + (static_cast<std::size_t>(x) * 3);
    return of.pixels()[at] > 230 && of.pixels()[at + 1] > 230 && of.pixels()[at + 2] > 230;
}

/// The number of the picture of the stream of bars, by the place of its square.
bool shows(const media::decoded_picture& what, int picture)
{
    const auto all = pixels(what);
    const int x = square_left(picture);
    return is_white(all, x + 2, 48) && is_white(all, x + 13, 48) && !is_white(all, x - 3, 48);
}

/// Watches the decoding as long as it lives.
class watching {
public:
    watching(decoding& what,
             int frames_per_second,
             std::function<void(device::captured_frame)> on_picture)
        : what_(what)
    {
        boost::asio::co_spawn(what.context,
                              what.live.watch(frames_per_second, std::move(on_picture)),
                              boost::asio::bind_cancellation_slot(
                                  stop_.slot(), [this](const std::exception_ptr&,
                                                       const device::failure&) { over_ = true; }));
    }
    watching(const watching&) = delete;
    watching& operator=(const watching&) = delete;
    ~watching()
    {
        stop_.emit(boost::asio::cancellation_type::terminal);
        run_until(what_.context, [this] { return over_; });
    }

private:
    decoding& what_;
    boost::asio::cancellation_signal stop_;
    bool over_ = false;
};

} // namespace

TEST_CASE("the newest picture is decoded when it is asked for", "[stream]")
{
    decoding run;
    run.start();
    run.phone.play(1, 7);
    const auto taken = run.newest();
    REQUIRE(taken);
    CHECK(taken->video->upright() == screen::pixel_size{.width = 130, .height = 98});
    CHECK(shows(*taken, 7));
    CHECK(taken->number == 7);
    const auto again = run.newest();
    REQUIRE(again);
    CHECK(again->video == taken->video); // the screen has stood still
    run.phone.play(8, 2);
    CHECK(shows(*run.newest(), 9));
    REQUIRE(run.pictures.picture_age(steady::now()));
    CHECK(run.pictures.picture_age(steady::now())->count == 2);
}

TEST_CASE("a stream is started for whoever asks for a picture", "[stream]")
{
    decoding run;
    const auto taken = run.newest();
    REQUIRE(taken);
    CHECK(shows(*taken, 0));
    CHECK(run.phone.starts == 1);
}

TEST_CASE("a picture after an input is not one from before it", "[stream]")
{
    auto timing = endless_timing();
    timing.lag = 200ms;
    decoding run(timing);
    run.start();
    const auto input = steady::now();
    std::optional<device::result<media::decoded_picture>> taken;
    boost::asio::co_spawn(run.context, run.pictures.newest(input, input + 100s),
                          [&](const std::exception_ptr&, auto value) { taken = std::move(value); });
    run_ready(run.context);
    run.phone.play(1, 4); // its effect
    const bool in_time = steady::now() < input + timing.lag;
    run_until(run.context, [&] { return taken.has_value(); });
    CHECK(steady::now() - input >= timing.lag);
    REQUIRE(*taken);
    if (in_time) // on a busy machine it may not have been
        CHECK(shows(**taken, 4));
}

TEST_CASE("too many pictures that nobody wanted need another key", "[stream]")
{
    auto timing = endless_timing();
    timing.most_undecoded = 5;
    decoding run(timing);
    run.start();
    run.phone.play(1, 4);
    CHECK(shows(*run.newest(), 4)); // and from now on they are decoded as they come
    for (int round = 0; round < 3; ++round) {
        run.phone.play(5 + static_cast<std::size_t>(round) * 4, 4);
        run_ready(run.context);
    }
    CHECK(shows(*run.newest(), 16));

    timing.decoded_after_question = 0ms;
    decoding other(timing);
    other.start();
    other.phone.play(1, 6);
    const auto missing = other.newest();
    REQUIRE_FALSE(missing);
    CHECK(missing.error().cause == "picture_missing");
}

TEST_CASE("a picture that cannot be decoded needs another key", "[stream]")
{
    decoding run;
    run.start();
    CHECK(run.newest());
    auto broken = bars_709_full()[1];
    for (std::size_t at = 3; at < broken.back().size(); ++at)
        broken.back()[at] = std::byte{0xff};
    run.phone.send(broken);
    run.phone.play(9, 1);
    const auto missing = run.newest();
    REQUIRE_FALSE(missing);
    CHECK(missing.error().cause == "picture_missing");
    run.phone.play(0, 1);
    CHECK(run.newest());
}

TEST_CASE("padding is left out, and a phone on its side is upright", "[stream]")
{
    decoding run;
    run.panel = screen::pixel_size{.width = 125, .height = 90};
    run.turned = screen::orientation::landscape_right; // of a picture that is wide already
    const auto taken = run.newest();
    REQUIRE(taken);
    CHECK(taken->video->planes.size == screen::pixel_size{.width = 125, .height = 90});
    CHECK(taken->video->turned.none());
    run.panel = screen::pixel_size{.width = 60, .height = 40}; // of another display
    CHECK(run.newest()->video->planes.size == screen::pixel_size{.width = 130, .height = 98});
}

TEST_CASE("a picture is a frame that is not encoded yet", "[stream]")
{
    decoding run;
    run.start();
    const auto frame = run_until_done(run.context, run.frames.capture());
    REQUIRE(frame);
    CHECK(run.captures.asked == 0);
    CHECK(frame->picture.size == screen::pixel_size{.width = 130, .height = 98});
    CHECK(frame->picture.data == nullptr);
    CHECK(std::chrono::system_clock::now() - frame->captured_at < 10s);
    CHECK(frame->lag == 1ms);
    const auto png =
        screen::converted(frame->picture, {.format = screen::picture_format::png, .max_edge = 130});
    REQUIRE(png);
    CHECK(screen::decode_png(*png->data)->size() == frame->picture.size);
}

TEST_CASE("without a stream the quicker one counts", "[stream]")
{
    decoding run;
    run.captures.waits = true;
    const auto frame = run_until_done(run.context, run.frames.capture());
    REQUIRE(frame);
    CHECK(frame->picture.video != nullptr);
    CHECK(run.captures.asked == 1);

    decoding slow;
    slow.phone.plays_at_start = false;
    const auto captured = run_until_done(slow.context, slow.frames.capture());
    REQUIRE(captured);
    CHECK(captured->picture.data != nullptr);
    CHECK(slow.phone.starts <= 1);
}

TEST_CASE("a phone that refuses the stream is captured", "[stream]")
{
    decoding run;
    run.phone.refuses_by = 9022;
    run.captures.waits = true;
    std::optional<device::result<device::captured_frame>> taken;
    boost::asio::co_spawn(run.context, run.frames.capture(),
                          [&](const std::exception_ptr&, auto value) { taken = std::move(value); });
    run_until(run.context, [&] { return run.stream.refused().has_value(); });
    CHECK_FALSE(taken);
    run.captures.waits = false;
    run.captures.go.notify_all();
    run_until(run.context, [&] { return taken.has_value(); });
    CHECK(taken->has_value());
    run.captures.failure =
        device::failure{.what = device::problem::capture, .message = {}, .cause = "no_capture"};
    const auto neither = run_until_done(run.context, run.frames.capture());
    REQUIRE_FALSE(neither);
    CHECK(neither.error().cause == "no_capture");
}

TEST_CASE("who watches gets each picture, and knows when there are none", "[stream]")
{
    decoding run;
    std::vector<device::captured_frame> got;
    std::optional<device::failure> over;
    boost::asio::co_spawn(
        run.context,
        run.live.watch(60, [&](device::captured_frame one) { got.push_back(std::move(one)); }),
        [&](const std::exception_ptr&, device::failure why) { over = std::move(why); });
    run_until(run.context, [&] { return got.size() == 1; });
    for (std::size_t nth = 1; nth < 4; ++nth) {
        run.phone.play(nth, 1);
        run_until(run.context, [&] { return got.size() == nth + 1; });
    }
    CHECK(got.back().pushed);
    CHECK(got.back().picture.video != nullptr);
    run.phone.sender.packets_of(bars_709_full()[4]); // lost
    run.phone.play(5, 1);
    run.phone.play(6, 1);
    const auto packets = run.phone.sender.packets_of(bars_709_full()[7]);
    run_until(run.context, [&] {
        for (const auto& each : packets) // time makes the loss one
            run.phone.send(each);
        return over.has_value();
    });
    CHECK(over->cause == "picture_missing");
    CHECK(got.size() == 4);
}

TEST_CASE("who watches is told again and again of a picture that stands still", "[stream]")
{
    auto timing = endless_timing();
    timing.repeat = 1ms;
    const bool by_captures = GENERATE(false, true);
    if (by_captures)
        timing.trusted_stillness = 1ms;
    decoding run(timing);
    std::vector<device::captured_frame> got;
    watching watcher(run, 60, [&](device::captured_frame one) { got.push_back(std::move(one)); });
    run_until(run.context, [&] { return !got.empty(); });
    run_until(run.context, [&] {
        if (by_captures)
            run.stream.note_still(steady::now());
        return got.size() >= 4;
    });
    CHECK(got.back().picture.video == got.front().picture.video);
    CHECK(got.back().captured_at > got.front().captured_at);
    CHECK(run.phone.starts == 1);
}

TEST_CASE("a picture that stands still is shown as the panel and the turn are by now", "[stream]")
{
    auto timing = endless_timing();
    timing.repeat = 1ms;
    decoding run(timing);
    screen::pixel_size shown;
    watching watcher(run, 60, [&](const device::captured_frame& one) { shown = one.picture.size; });
    run_until(run.context, [&] { return shown == screen::pixel_size{.width = 130, .height = 98}; });
    run.panel = screen::pixel_size{.width = 125, .height = 90};
    run_until(run.context, [&] { return shown == screen::pixel_size{.width = 125, .height = 90}; });
    CHECK(run.phone.starts == 1);
}

TEST_CASE("who begins to watch is not shown the end of the stream before", "[stream]")
{
    auto timing = endless_timing();
    timing.dead_after = 500ms;
    decoding run(timing);
    run.start();
    run.phone.play(1, 3);
    run_until(run.context, [&] { return !run.stream.is_running(); });
    std::vector<device::captured_frame> got;
    watching watcher(run, 60, [&](device::captured_frame one) { got.push_back(std::move(one)); });
    run_until(run.context, [&] { return !got.empty(); });
    media::decoded_picture first;
    first.video = got.front().picture.video;
    CHECK(shows(first, 0));
    CHECK(run.phone.starts == 2);
}

TEST_CASE("who watches at a slower pace gets the newest of the pictures", "[stream]")
{
    decoding run;
    std::vector<device::captured_frame> got;
    const auto begun = steady::now();
    watching watcher(run, 5, [&](device::captured_frame one) { got.push_back(std::move(one)); });
    run_until(run.context, [&] { return got.size() == 1; });
    run.phone.play(1, 10);
    run_until(run.context, [&] { return got.size() == 2; });
    CHECK(steady::now() - begun >= 100ms);
    media::decoded_picture last;
    last.video = got.back().picture.video;
    CHECK(shows(last, 10));
}

} // namespace thimble::tests
