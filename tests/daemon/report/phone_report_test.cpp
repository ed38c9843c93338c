// Phones as their daemon reports them to the service.
#include "daemon/report/phone_report.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/frames/played_source.hpp"

#include <boost/asio/io_context.hpp>

#include <algorithm>

namespace thimble::daemon {

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
