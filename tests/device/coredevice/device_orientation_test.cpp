// Turning the phone.
#include "device/coredevice/device_orientation.hpp"
#include "device/coredevice/service_names.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/fake_phone.hpp"
#include "tests/device/run_until_done.hpp"

namespace thimble::tests {

namespace coredevice = device::coredevice;

TEST_CASE("a phone is turned by a quarter and says how it is held", "[coredevice]")
{
    boost::asio::io_context context;
    fake_phone phone(context);
    const auto& service = phone.add(coredevice::service::device_control,
                                    answering({{"currentDeviceOrientation", "landscapeLeft"},
                                               {"currentDeviceNonFlatOrientation", "portrait"},
                                               {"currentDeviceOrientationLocked", true}}));
    auto& host = phone.connected();
    const auto held =
        run_until_done(context, coredevice::turn_device(host, coredevice::turn_direction::left));
    REQUIRE(held);
    CHECK(*held == coredevice::device_orientation{
                       .current = "landscapeLeft", .non_flat = "portrait", .locked = true});
    CHECK(
        service.messages.front().body ==
        xpc::dictionary{
            {"featureIdentifier", "com.apple.coredevice.feature.remote.devicecontrol.orientation"},
            {"messageType", "OrientationRequest"},
            {"payload", xpc::dictionary{{"rotate", xpc::dictionary{{"_0", "left"}}}}}});
    CHECK(
        run_until_done(context, coredevice::turn_device(host, coredevice::turn_direction::right)));
    CHECK(*service.messages.back().body.find("payload") ==
          xpc::value(xpc::dictionary{{"rotate", xpc::dictionary{{"_0", "right"}}}}));
}

} // namespace thimble::tests
