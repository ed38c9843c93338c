// Acts of the person who sets the phone up for development, in Settings and with Xcode.
#include "virtualphone/control/body.hpp"
#include "virtualphone/control/call.hpp"
#include "virtualphone/control/power_cycle.hpp"

#include <array>

namespace thimble::virtualphone::control {

namespace {

using boost::asio::awaitable;
using boost::beast::http::status;
using boost::beast::http::verb;

enum class switching : std::uint8_t { on, confirm, decline, off };

reply not_now(std::string_view why)
{
    return error_reply(status::conflict, why);
}

/// The reason for which the person cannot do that now; empty: it can be done.
std::string_view obstacle_to(switching what, const phone& device)
{
    if (!device.os.ios().developer_mode)
        return "this iOS has no developer mode";
    if (device.os.locked())
        return "the phone is locked";
    const bool answers = what == switching::confirm || what == switching::decline;
    if (answers && device.switch_progress != developer_switch::asks)
        return "the phone asks nothing";
    if (!answers && !device.developer_menu && !device.developer_mode)
        return "Settings does not show the switch";
    if (!answers && device.developer_mode == (what == switching::on))
        return "the switch stands so already";
    return {};
}

/// Turning the switch is answered when the phone is back from its restart.
awaitable<reply> turn_developer_mode(const call& asked)
{
    static constexpr std::array choices{
        choice{"on", switching::on}, choice{"confirm", switching::confirm},
        choice{"decline", switching::decline}, choice{"off", switching::off}};
    const auto wanted = choice_of<switching>(asked.body, "state", choices);
    if (!wanted)
        co_return error_reply(status::bad_request, wanted.error());
    phone& device = asked.device;
    if (const auto obstacle = obstacle_to(*wanted, device); !obstacle.empty())
        co_return not_now(obstacle);
    device.developer_mode = *wanted == switching::confirm;
    device.switch_progress =
        *wanted == switching::on ? developer_switch::restart_due : developer_switch::settled;
    if (*wanted == switching::on || *wanted == switching::off)
        co_await power_cycle({&device, &asked.agent}, asked.around);
    co_return json_reply(phone_report(device));
}

/// As Xcode does; where the developer is not trusted yet, the person has to say so afterwards.
reply install_runner(const call& asked)
{
    auto bundle_id = text_of(asked.body, "bundle_id", identity().runner_id);
    if (!bundle_id || bundle_id->empty())
        return error_reply(status::bad_request, "bundle_id must be the runner's");
    phone& device = asked.device;
    const std::string id = *bundle_id;
    if (!device.os.install_runner(*std::move(bundle_id), asked.now))
        return not_now("there is a runner on the phone");
    if (!device.trusts_developers)
        device.untrusted_apps.insert(id);
    return json_reply(phone_report(device));
}

} // namespace

std::span<const phone_call> person_calls()
{
    static constexpr std::array table{
        phone_call{verb::post, "developer_mode", turn_developer_mode},
        phone_call{verb::post, "install_runner", install_runner},
    };
    return table;
}

} // namespace thimble::virtualphone::control
