// Phones as their daemon reports them to the service.
#include "daemon/report/phone_report.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/frames/played_source.hpp"

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <chrono>

namespace thimble::daemon {

namespace {

class measured_phone final : public scripted_phone {
public:
    using scripted_phone::scripted_phone;
    device::video_figures figures() const override { return measured; }

    device::video_figures measured;
};

} // namespace

TEST_CASE("what was measured of a phone's video is part of its state", "[daemon]")
{
    using namespace std::chrono_literals;
    boost::asio::io_context context;
    measured_phone phone(context.get_executor());
    CHECK_FALSE(report_of(phone).video);
    phone.measured.tap_to_picture = device::latency_spread{.p50 = 50ms, .p95 = 90ms, .count = 3};
    const auto told = report_of(phone).video;
    REQUIRE(told);
    CHECK(told->tap_to_picture == link::latency_spread{.p50 = 50ms, .p95 = 90ms, .count = 3});
    CHECK_FALSE(told->picture_age);
}

TEST_CASE("video is offered exactly as long as the phone has a source of it", "[daemon]")
{
    boost::asio::io_context context;
    encoding_phone phone(context.get_executor());
    const auto offered = [&phone] {
        const auto able = report_of(phone).capabilities;
        return std::ranges::count(able, "screen.stream.hevc");
    };
    REQUIRE(phone.video() != nullptr);
    CHECK(offered() == 1);
    phone.offered.erase(device::capability::video);
    REQUIRE(phone.video() == nullptr);
    CHECK(offered() == 0);
}

} // namespace thimble::daemon
