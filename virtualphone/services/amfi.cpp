// amfi: the switch of developer mode. It is shown in Settings only once a host has asked for it,
// and goes over with a restart, after which the phone asks once more.
#include "virtualphone/services/services.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

constexpr std::int64_t reveal = 0;
constexpr std::int64_t turn_over = 1;     // restarts the phone
constexpr std::int64_t after_restart = 2; // answers the question that a restarted phone asks

plist::value amfi_refusal(std::string_view why)
{
    return {{"Error", why}};
}

const plist::value amfi_success{{"success", true}};
const plist::value amfi_restarts{{"success", 1}}; // a number, as iOS 26 has answered

/// It is off after the restart, also where it was on, until the question is answered.
void turn_switch(phone& device)
{
    device.switch_progress = developer_switch::restart_due;
    device.developer_mode = false;
}

plist::value perform_amfi_action(service_session& session, std::optional<std::int64_t> action)
{
    phone& device = session.device;
    if (action == reveal) {
        device.developer_menu = true;
        return amfi_success;
    }
    if (action == turn_over || action == after_restart) {
        if (session.os().who().passcode)
            return amfi_refusal("Device has a passcode set");
        if (action == turn_over) {
            turn_switch(device);
            return amfi_restarts;
        }
        if (device.switch_progress == developer_switch::asks) {
            device.switch_progress = developer_switch::settled;
            device.developer_mode = true;
            return amfi_success;
        }
    }
    return amfi_refusal("An unknown error has occured"); // the spelling is iOS's
}

} // namespace

asio::awaitable<void> serve_amfi(service_session& session)
{
    for (;;) {
        const plist::value request = co_await session.host.receive();
        const auto action = plist::integer_at(request, "action");
        const plist::value answer = perform_amfi_action(session, action);
        co_await session.host.send(answer, amfi_refusal("The request failed."));
        if (answer == amfi_restarts)
            co_await switch_off(session);
    }
}

} // namespace thimble::virtualphone
