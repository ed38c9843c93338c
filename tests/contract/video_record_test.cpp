// Figures of a phone's own video, as records have them.
#include "contract/video_record.hpp"
#include "tests/catch2.hpp"

namespace thimble::service {

TEST_CASE("what was measured of video is told in milliseconds", "[contract]")
{
    using namespace std::chrono_literals;
    CHECK(video_record(std::nullopt).is_null());
    const link::video_figures some{
        .tap_to_picture = link::latency_spread{.p50 = 53'460us, .p95 = 1s, .count = 12},
        .picture_age = {}};
    CHECK(video_record(some).dump() ==
          R"({"tap_to_picture_ms":{"p50":53.5,"p95":1000.0,"count":12},"picture_age_ms":null})");
}

} // namespace thimble::service
