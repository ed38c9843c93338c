#include "device/coredevice/device_orientation.hpp"

#include "device/coredevice/malformed_answer.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/coredevice/xpc_members.hpp"

namespace thimble::device::coredevice {
namespace {

constexpr std::chrono::seconds turn_limit{10};

xpc::dictionary turn_request(turn_direction where)
{
    const auto* direction = where == turn_direction::left ? "left" : "right";
    return {{"featureIdentifier", "com.apple.coredevice.feature.remote.devicecontrol.orientation"},
            {"messageType", "OrientationRequest"},
            {"payload", xpc::dictionary{{"rotate", xpc::dictionary{{"_0", direction}}}}}};
}

} // namespace

boost::asio::awaitable<result<device_orientation>> turn_device(core_device& of,
                                                               turn_direction where)
{
    const auto answer = co_await of.ask(service::device_control, turn_request(where), turn_limit);
    if (!answer)
        co_return std::unexpected(answer.error());
    device_orientation held{.current = xpc::text_member(*answer, "currentDeviceOrientation"),
                            .non_flat =
                                xpc::text_member(*answer, "currentDeviceNonFlatOrientation"),
                            .locked = xpc::bool_member(*answer, "currentDeviceOrientationLocked")};
    if (held.current.empty())
        co_return std::unexpected(malformed_answer("its orientation"));
    co_return held;
}

} // namespace thimble::device::coredevice
