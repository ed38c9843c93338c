// Pictures that a virtual phone pushes, through everything that is between.
#include "device/phone.hpp"
#include "tests/device/fleet/attached_fleet.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>

namespace thimble::tests {
namespace {

using device::capability;
using e2e::operator""ms;
using e2e::operator""s;

struct watched_phone {
    watched_phone() : world({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"}), desk(world)
    {
        REQUIRE(desk.until_state(phone(), ""));
        REQUIRE(live() != nullptr);
    }
    ~watched_phone()
    {
        leaving = true;
        stop.emit(boost::asio::cancellation_type::terminal);
        desk.until(10s, [this] { return !watching; });
    }
    watched_phone(const watched_phone&) = delete;
    watched_phone& operator=(const watched_phone&) = delete;

    e2e::virtual_phone phone() const { return world.at(0); }
    device::live_source* live()
    {
        const auto there = desk.phone(phone());
        return there ? there->live_frames() : nullptr;
    }

    void watch(int frames_per_second)
    {
        watching = true;
        kept = desk.phone(phone());
        boost::asio::co_spawn(
            desk.context(),
            live()->watch(
                frames_per_second,
                [this](device::captured_frame frame) { frames.push_back(std::move(frame)); }),
            boost::asio::bind_cancellation_slot(
                stop.slot(),
                [this, frames_per_second](const std::exception_ptr&, device::failure why) {
                    watching = false;
                    ended = std::move(why);
                    // For five seconds, on a busy machine: a daemon watches again, too.
                    if (ended.cause == "stream_silent" && !leaving && live() != nullptr)
                        watch(frames_per_second);
                }));
    }

    bool until_shown(screen::pixel_size size)
    {
        return desk.until(30s,
                          [&] { return !frames.empty() && frames.back().picture.size == size; });
    }

    e2e::virtual_phones world;
    boost::asio::cancellation_signal stop; // outlives the last run of the context
    attached_fleet desk;
    std::shared_ptr<device::phone> kept; // as everybody does who calls it
    std::vector<device::captured_frame> frames;
    device::failure ended;
    bool watching = false;
    bool leaving = false;
};

} // namespace

TEST_CASE("a phone pushes its pictures while somebody watches", "[device]")
{
    watched_phone one;
    one.watch(15);
    REQUIRE(one.until_shown({.width = 1179, .height = 2556}));
    REQUIRE(one.desk.until(10s, [&] { return one.frames.size() >= 10; }));
    for (std::size_t at = 1; at < one.frames.size(); ++at)
        CHECK(one.frames[at - 1].captured_at <= one.frames[at].captured_at + 1ms); // two clocks
    CHECK(one.frames.back().captured_at < std::chrono::system_clock::now());
}

TEST_CASE("a phone that turns is seen turned in what it pushes", "[device]")
{
    watched_phone one;
    one.phone().make("open", {{"bundle_id", "com.thimble.sketch"}});
    one.watch(3); // few, so that none of before the turn is waited for on a slow machine
    REQUIRE(one.until_shown({.width = 1179, .height = 2556}));
    one.phone().make("rotate", {{"orientation", "landscape_left"}});
    REQUIRE(one.until_shown({.width = 2556, .height = 1179}));
    CHECK(one.desk.until(10s, [&] {
        return one.desk.phone(one.phone())->facts().interface ==
               screen::interface{{852, 393}, screen::orientation::landscape_left};
    }));
}

TEST_CASE("a phone that is unplugged ends what it pushes", "[device]")
{
    watched_phone one;
    one.watch(15);
    REQUIRE(one.desk.until(10s, [&] { return !one.frames.empty(); }));
    one.phone().make("unplug");
    REQUIRE(one.desk.until(10s, [&] { return !one.watching; }));
    CHECK(one.ended.what == device::problem::detached);
}

} // namespace thimble::tests
