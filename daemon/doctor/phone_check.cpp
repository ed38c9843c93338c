#include "daemon/doctor/phone_check.hpp"

#include "daemon/control/control_answer.hpp"

#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

using nlohmann::ordered_json;

namespace {

std::string name_of(const link::phone_state& phone)
{
    return phone.name.empty() ? "phone " + phone.udid
                              : fmt::format("phone {} ({})", phone.name, phone.udid);
}

std::string description_of(const link::phone_state& phone)
{
    if (phone.os_version.empty())
        return "It can be driven.";
    return fmt::format("{} with iOS {} can be driven{}.", phone.device_name, phone.os_version,
                       phone.driver_version ? " by WebDriverAgent " + *phone.driver_version : "");
}

/// The phone's first blocker in another process's status, empty when it has none; nothing when the
/// status does not say.
std::optional<ordered_json> first_blocker(const ordered_json& status, const std::string& udid)
{
    const auto phones = status.find("phones");
    if (phones == status.end() || !phones->is_array())
        return std::nullopt;
    for (const ordered_json& phone : *phones) {
        if (!phone.is_object() || text_in(phone, "unique_id") != udid)
            continue;
        const auto blockers =
            phone.value(ordered_json::json_pointer("/readiness/blockers"), ordered_json());
        if (blockers.is_array())
            return blockers.empty() ? ordered_json::object() : blockers.front();
    }
    return std::nullopt;
}

} // namespace

finding check_phone(const link::phone_state& phone)
{
    if (phone.blockers.empty())
        return {.name = name_of(phone), .message = description_of(phone), .remedy = {}, .code = {}};
    const link::blocker& first = phone.blockers.front();
    return {.name = name_of(phone),
            .ok = false,
            .message = first.message,
            .remedy = first.remedy,
            .code = first.code};
}

finding check_tunnel(const link::phone_state& phone, const observed_tunnel& tunnel)
{
    finding result{.name = "tunnel to " + name_of(phone), .message = {}, .remedy = {}, .code = {}};
    if (tunnel.open) {
        result.message = "It is open: the phone's own services can be reached.";
        return result;
    }
    result.ok = phone.blockers.empty(); // WebDriverAgent does without one
    result.message = tunnel.problem;
    result.remedy =
        "Unlock the phone and keep it connected. A phone that has lost many tunnels takes "
        "none for up to two minutes: wait. End VPN apps on the phone. Unplug it and "
        "plug it in again where that does not help.";
    return result;
}

finding check_foreign_phone(const link::phone_state& phone,
                            const owner& driven_by,
                            const std::optional<ordered_json>& status)
{
    finding result{.name = name_of(phone),
                   .message = fmt::format("Process {} drives it.", driven_by.process),
                   .remedy = {},
                   .code = {}};
    const auto blocker = status ? first_blocker(*status, phone.udid) : std::nullopt;
    if (!blocker || blocker->empty())
        return result;
    result.ok = false;
    result.message =
        fmt::format("{} (Process {} drives it.)", text_in(*blocker, "message"), driven_by.process);
    result.remedy = text_in(*blocker, "remedy");
    result.code = text_in(*blocker, "code");
    return result;
}

} // namespace thimble::daemon
