// devicecontrol: turns the phone, and knows nothing else.
#include "virtualphone/coredevice/orientation.hpp"
#include "virtualphone/coredevice/services.hpp"

#include <array>

namespace thimble::virtualphone::coredevice {
namespace {

constexpr auto request_type = "OrientationRequest";
constexpr auto orientation_feature =
    "com.apple.coredevice.feature.remote.devicecontrol.orientation";
constexpr std::array to_the_left{turned::portrait, turned::landscape_left, turned::upside_down,
                                 turned::landscape_right};

turned beside(turned from, std::size_t quarters)
{
    std::size_t at = 0;
    while (to_the_left.at(at) != from)
        ++at;
    return to_the_left.at((at + quarters) % to_the_left.size());
}

/// {rotate: {_0: "left" or "right"}}
std::optional<turned> asked_turn(const xpc::dictionary& request, turned now)
{
    const auto* type = xpc::member<std::string>(request, "messageType");
    const auto* feature = xpc::member<std::string>(request, "featureIdentifier");
    const auto* payload = xpc::member<xpc::dictionary>(request, "payload");
    const auto* rotate =
        payload == nullptr ? nullptr : xpc::member<xpc::dictionary>(*payload, "rotate");
    const auto* way = rotate == nullptr ? nullptr : xpc::member<std::string>(*rotate, "_0");
    if (type == nullptr || *type != request_type || feature == nullptr ||
        *feature != orientation_feature || way == nullptr)
        return std::nullopt;
    if (*way == "left")
        return turned_left(now);
    return *way == "right" ? std::optional(turned_right(now)) : std::nullopt;
}

} // namespace

std::string_view name_of(turned held)
{
    switch (held) {
    case turned::landscape_left:
        return "landscapeLeft";
    case turned::landscape_right:
        return "landscapeRight";
    case turned::upside_down:
        return "portraitUpsideDown";
    case turned::portrait:
        break;
    }
    return "portrait";
}

turned turned_left(turned from)
{
    return beside(from, 1);
}

turned turned_right(turned from)
{
    return beside(from, to_the_left.size() - 1);
}

xpc::dictionary orientation_of(const operating_system& os)
{
    const std::string held(name_of(os.device_orientation()));
    return {{"currentDeviceOrientation", held},
            {"currentDeviceNonFlatOrientation", held},
            {"currentDeviceOrientationLocked", false}};
}

/// A fault of devicecontrol is that nobody answers.
boost::asio::awaitable<void> serve_device_control(conversation& with)
{
    for (;;) {
        const xpc::message request = co_await with.host.receive();
        operating_system& os = with.os();
        const auto to = asked_turn(*request.body->as<xpc::dictionary>(), os.device_orientation());
        if (!to)
            co_return with.host.abort();
        os.rotate_device(*to, with.device.clock.now());
        if (with.device.faults.take_other_than_refusal(with.service))
            co_await with.host.until_closed();
        co_await with.host.reply(request, orientation_of(os));
    }
}

} // namespace thimble::virtualphone::coredevice
