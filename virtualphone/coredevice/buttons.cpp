// hid.indigo: the phone's buttons, as somebody presses them. Nothing is ever answered.
#include "virtualphone/coredevice/services.hpp"

#include <algorithm>
#include <optional>

namespace thimble::virtualphone::coredevice {
namespace {

constexpr milliseconds shortest_press{30}; // below it iOS may not notice
/// A hand that holds the side button for as long as hosts do, half a second, would get Siri; a host
/// gets the lock up to two seconds.
constexpr milliseconds longest_lock{2000};
constexpr milliseconds plain_press{200};
constexpr std::uint64_t consumer_page = 0x0C;
constexpr std::uint64_t lock_usage = 0x30;
constexpr std::uint64_t mute_usage = 0xE2;
constexpr std::uint64_t state_down = 1;
constexpr std::uint64_t state_up = 2;
constexpr std::uint64_t state_cancel = 3;

struct button_event {
    std::uint64_t state = 0;
    std::uint64_t page = 0;
    std::uint64_t usage = 0;
};

/// Nothing unless every number is a uint64.
std::optional<button_event> read_event(const xpc::dictionary& message)
{
    const auto* type = xpc::member<std::string>(message, "messageType");
    const auto* feature = xpc::member<std::string>(message, "featureIdentifier");
    const auto* payload = xpc::member<xpc::dictionary>(message, "payload");
    if (type == nullptr || *type != "IndigoButtonEvent" || feature == nullptr ||
        *feature != "com.apple.coredevice.feature.remote.hid.button" || payload == nullptr)
        return std::nullopt;
    const auto* state = xpc::member<std::uint64_t>(*payload, "state");
    const auto* page = xpc::member<std::uint64_t>(*payload, "usagePage");
    const auto* usage = xpc::member<std::uint64_t>(*payload, "usageCode");
    if (state == nullptr || page == nullptr || usage == nullptr)
        return std::nullopt;
    return button_event{*state, *page, *usage};
}

std::optional<hardware_button> button_of(std::uint64_t usage)
{
    constexpr std::uint64_t home = 0x40;
    constexpr std::uint64_t louder = 0xE9;
    constexpr std::uint64_t quieter = 0xEA;
    constexpr std::uint64_t siri = 0xCF;
    switch (usage) {
    case home:
        return hardware_button::home;
    case lock_usage:
        return hardware_button::lock;
    case louder:
        return hardware_button::volume_up;
    case quieter:
        return hardware_button::volume_down;
    case siri:
        return hardware_button::siri;
    default:
        return std::nullopt;
    }
}

void press_for(conversation& with, std::uint64_t usage, milliseconds held)
{
    operating_system& os = with.os();
    const milliseconds now = with.device.clock.now();
    const auto button = button_of(usage);
    if (held < shortest_press) {
        if (button)
            with.device.log.append(now, "button_missed",
                                   {{"name", to_string(*button)}, {"held_ms", held.count()}});
        return;
    }
    if (usage == mute_usage)
        return with.device.log.append(now, "button", {{"name", "mute"}, {"held_ms", held.count()}});
    if (!button || (usage == lock_usage && !os.awake())) // it only puts a phone to sleep
        return;
    const bool locks = usage == lock_usage && held < longest_lock;
    os.press(*button, locks ? std::min(held, plain_press) : held, now);
}

void take_event(conversation& with, const button_event& event)
{
    auto& down = with.shared.buttons_down;
    const milliseconds now = with.device.clock.now();
    if (event.page != consumer_page)
        return;
    if (event.state == state_down) {
        down.try_emplace(event.usage, now);
        return;
    }
    const auto found = down.find(event.usage);
    if (found == down.end() || (event.state != state_up && event.state != state_cancel))
        return;
    const milliseconds held = now - found->second;
    down.erase(found);
    if (event.state == state_up)
        press_for(with, event.usage, held);
}

} // namespace

/// A fault of indigo loses events, as the first ones on a connection may be lost on real phones.
boost::asio::awaitable<void> serve_buttons(conversation& with)
{
    for (;;) {
        const xpc::message message = co_await with.host.receive();
        const auto event = read_event(*message.body->as<xpc::dictionary>());
        if (!event) { // fingers, keys and scrolling as well: they would need another envelope
            with.device.log.append(with.device.clock.now(), "coredevice",
                                   {{"service", with.service}, {"refused", "not a button event"}});
            co_return with.host.abort();
        }
        if (!with.device.faults.take_other_than_refusal(with.service))
            take_event(with, *event);
    }
}

} // namespace thimble::virtualphone::coredevice
