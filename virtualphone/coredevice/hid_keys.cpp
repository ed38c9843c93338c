// hid.universalhid: the keys of a keyboard, one at a time. Nothing is ever answered.
#include "virtualphone/coredevice/services.hpp"

#include <optional>

namespace thimble::virtualphone::coredevice {
namespace {

struct key_event {
    std::size_t usage = 0;
    bool down = false;
};

/// Nothing unless both numbers are uint64s that mean a key.
std::optional<key_event> read_key_event(const xpc::dictionary& message)
{
    constexpr std::uint64_t pressed = 1;
    constexpr std::uint64_t released = 2;
    const auto* type = xpc::member<std::string>(message, "messageType");
    const auto* feature = xpc::member<std::string>(message, "featureIdentifier");
    const auto* payload = xpc::member<xpc::dictionary>(message, "payload");
    if (type == nullptr || *type != "IndigoKeyboardButtonEvent" || feature == nullptr ||
        *feature != "com.apple.coredevice.feature.remote.hid.keyboard" || payload == nullptr)
        return std::nullopt;
    const auto* state = xpc::member<std::uint64_t>(*payload, "state");
    const auto* usage = xpc::member<std::uint64_t>(*payload, "usageCode");
    if (state == nullptr || usage == nullptr || *usage >= hid::usage_count ||
        (*state != pressed && *state != released))
        return std::nullopt;
    return key_event{static_cast<std::size_t>(*usage), *state == pressed};
}

} // namespace

/// Keys land where those of the keyboard's reports do, under the same condition.
boost::asio::awaitable<void> serve_hid_keys(conversation& with)
{
    for (;;) {
        const xpc::message message = co_await with.host.receive();
        const auto event = read_key_event(*message.body->as<xpc::dictionary>());
        if (!event) {
            with.device.log.append(with.device.clock.now(), "coredevice",
                                   {{"service", with.service}, {"refused", "not a key event"}});
            co_return with.host.abort();
        }
        if (with.device.faults.take_other_than_refusal(with.service))
            continue;
        if (with.device.hears_reports())
            with.shared.surfaces.main_keyboard().press(event->usage, event->down, with.os(),
                                                       with.device.clock.now());
        else
            with.device.log.append(with.device.clock.now(), "hid",
                                   {{"report", "keys"}, {"dropped", "no stream"}});
    }
}

} // namespace thimble::virtualphone::coredevice
