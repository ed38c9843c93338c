// Pictures that the phone pushes: how they come, how they end, and what is asked meanwhile.
#include "screen/jpeg.hpp"
#include "tests/device/wda/driver_fixture.hpp"
#include "tests/screen/sample_pictures.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <nlohmann/json.hpp>

namespace thimble::tests {
namespace {

using device::problem;
using namespace std::chrono_literals;

const std::string settings_target = "POST /session/" + session_id + "/appium/settings";

/// A panel in portrait; held otherwise, the pixels lie as before and EXIF says so.
screen::bytes panel_picture(int exif_orientation = 1)
{
    using namespace screen::samples;
    return with_exif(screen::encode_jpeg(gradient({.width = 40, .height = 80}), 80),
                     big_endian_tiff(exif_orientation));
}

struct live_fixture : driver_fixture {
    explicit live_fixture(std::chrono::milliseconds silence = 20s) : driver_fixture(silence) {}
    ~live_fixture()
    {
        stop.emit(boost::asio::cancellation_type::terminal);
        until([this] { return !watching; });
    }
    live_fixture(const live_fixture&) = delete;
    live_fixture& operator=(const live_fixture&) = delete;

    bool until(const std::function<bool()>& condition)
    {
        const auto deadline = std::chrono::steady_clock::now() + 20s;
        while (!condition() && std::chrono::steady_clock::now() < deadline) {
            context.restart();
            context.run_one_for(10ms);
        }
        return condition();
    }

    void watch(int frames_per_second = 60)
    {
        watching = true;
        boost::asio::co_spawn(
            context,
            driver.live_frames().watch(
                frames_per_second,
                [this](device::captured_frame frame) { frames.push_back(std::move(frame)); }),
            boost::asio::bind_cancellation_slot(
                stop.slot(), [this](const std::exception_ptr& thrown, device::failure why) {
                    watching = false;
                    cancelled = thrown != nullptr;
                    ended = std::move(why);
                }));
    }

    /// Connected, and answered as a stream of pictures.
    void watch_stream(int frames_per_second = 60)
    {
        watch(frames_per_second);
        REQUIRE(until([this] { return stream.connections() == 1 && !stream.heard().empty(); }));
        stream.send(stream_head());
    }

    void run_for(std::chrono::milliseconds time)
    {
        context.restart();
        context.run_for(time);
        context.poll(); // whoever reads has read, however little of the time was ours
    }

    /// Sends one picture, no earlier than the next of sixty a second, and waits until it has been
    /// handed on.
    void show(const screen::bytes& jpeg)
    {
        run_for(20ms);
        stream.send(stream_part(jpeg));
        REQUIRE(until([this, before = frames.size()] { return frames.size() > before; }));
    }

    bool until_ended()
    {
        return until([this] { return !watching; });
    }

    int rate_asked_for() const
    {
        int rate = 0;
        for (const auto& each : runner.log())
            if (each.target.ends_with("/appium/settings"))
                rate = nlohmann::json::parse(each.body)["settings"].value("mjpegServerFramerate",
                                                                          rate);
        return rate;
    }

    boost::asio::cancellation_signal stop;
    std::vector<device::captured_frame> frames;
    device::failure ended;
    bool watching = false;
    bool cancelled = false;
};

} // namespace

TEST_CASE("pushed pictures are handed on as they came, with their upright size", "[device]")
{
    live_fixture phone;
    phone.watch_stream();
    const auto lying = panel_picture(6);
    phone.show(panel_picture());
    phone.show(lying);
    CHECK(phone.frames[0].picture.size == screen::pixel_size{40, 80});
    CHECK(phone.frames[1].picture.size == screen::pixel_size{80, 40});
    CHECK(phone.frames[1].picture.format == screen::picture_format::jpeg);
    CHECK(*phone.frames[1].picture.data == lying);
    CHECK(phone.stream.heard().starts_with("GET "));
}

TEST_CASE("the phone captures for nobody: no watch, no connection", "[device]")
{
    live_fixture phone;
    REQUIRE(run_until_done(phone.context, phone.driver.probe()).complete);
    CHECK(phone.stream.connections() == 0);
    phone.watch_stream();
    phone.show(panel_picture());
    phone.stop.emit(boost::asio::cancellation_type::terminal);
    CHECK(phone.until_ended());
    CHECK(phone.cancelled);
    CHECK(phone.stream.left());
}

TEST_CASE("a pushed picture counts as captured after the one before had come", "[device]")
{
    live_fixture phone;
    const auto connected = std::chrono::system_clock::now();
    phone.watch_stream();
    phone.show(panel_picture());
    CHECK(phone.frames[0].captured_at < connected);
    const auto between = std::chrono::system_clock::now();
    phone.show(panel_picture());
    CHECK(phone.frames[1].captured_at >= connected - 1ms); // two clocks
    CHECK(phone.frames[1].captured_at < between);
    phone.show(panel_picture());
    CHECK(phone.frames[2].captured_at >= between);
}

TEST_CASE("of pictures that have queued, the newest is handed on and is not taken for new",
          "[device]")
{
    live_fixture phone;
    phone.watch_stream();
    phone.show(panel_picture());
    phone.run_for(20ms);
    const auto before = std::chrono::system_clock::now();
    phone.stream.send(stream_part(panel_picture(2)) + stream_part(panel_picture(3)) +
                      stream_part(panel_picture(4)));
    REQUIRE(phone.until([&] { return phone.frames.size() > 1; }));
    CHECK(*phone.frames.back().picture.data == panel_picture(4));
    CHECK(phone.frames.back().captured_at < before);
}

TEST_CASE("no more pictures are handed on than are wanted", "[device]")
{
    live_fixture phone;
    phone.watch_stream(1);
    const auto began = std::chrono::steady_clock::now(); // before the first one takes its turn
    phone.show(panel_picture());
    for (int each = 0; each < 10; ++each) {
        phone.stream.send(stream_part(panel_picture()));
        phone.run_for(5ms);
    }
    if (std::chrono::steady_clock::now() - began < 400ms) // else the machine is a slow one
        CHECK(phone.frames.size() == 1);
    phone.run_for(1s);
    phone.show(panel_picture());
}

TEST_CASE("the rate is asked for under the session that lives", "[device]")
{
    live_fixture phone;
    REQUIRE(run_until_done(phone.context, phone.driver.probe()).complete);
    const auto [wanted, asked] = GENERATE(std::pair(7, 7), std::pair(60, 15));
    phone.watch_stream(wanted);
    REQUIRE(phone.until([&] { return phone.rate_asked_for() != 0; }));
    CHECK(phone.rate_asked_for() == asked);
    const auto times = phone.runner.count(settings_target);
    phone.show(panel_picture());
    phone.run_for(30ms);
    CHECK(phone.runner.count(settings_target) == times);
}

TEST_CASE("looking makes no session", "[device]")
{
    live_fixture phone;
    phone.answer_all("");
    phone.watch_stream();
    phone.show(panel_picture());
    phone.run_for(30ms);
    CHECK(phone.runner.log().empty());
    phone.answer_all(session_id);
    REQUIRE(run_until_done(phone.context, phone.driver.probe()).complete); // it joins one
    phone.show(panel_picture());
    CHECK(phone.until([&] { return phone.rate_asked_for() == 15; }));
}

TEST_CASE("a picture of another shape has the interface looked at, once", "[device]")
{
    live_fixture phone;
    REQUIRE(run_until_done(phone.context, phone.driver.probe()).complete);
    phone.watch_stream();
    phone.show(panel_picture());
    const auto looks = phone.runner.count("GET /window/size");
    phone.runner.on("GET /window/size", value(R"({"width" : 852, "height" : 393})", session_id));
    phone.runner.on("GET /rotation", value(R"({"x" : 0, "y" : 0, "z" : 90})", session_id));
    for (int each = 0; each < 3; ++each)
        phone.show(panel_picture(8));
    REQUIRE(phone.until(
        [&] { return phone.driver.interface()->turned == screen::orientation::landscape_right; }));
    phone.show(panel_picture(8));
    phone.run_for(30ms);
    CHECK(phone.runner.count("GET /window/size") == looks + 1);
}

} // namespace thimble::tests
