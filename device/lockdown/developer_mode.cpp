#include "device/lockdown/developer_mode.hpp"

#include "device/lockdown/plist_value.hpp"
#include "device/lockdown/service_question.hpp"
#include "device/usbmux/client_label.hpp"

#include <libimobiledevice/lockdown.h>

namespace thimble::device {
namespace {

enum class amfi_action : std::uint64_t {
    reveal_switch = 0,
    turn_switch = 1,    // on where it is off, and off where it is on; the phone restarts
    answer_question = 2 // which the phone asks after that restart
};

property_list ask_amfi(idevice_t phone, amfi_action what)
{
    const property_list request(plist_new_dict());
    plist_dict_set_item(request.get(), "action", plist_new_uint(static_cast<std::uint64_t>(what)));
    auto answer = ask_service(phone, "com.apple.amfi.lockdown", request);
    if (answer && plist_get_node_type(answer.get()) != PLIST_DICT)
        answer.reset();
    return answer;
}

bool agrees(const property_list& answer)
{
    if (!answer)
        return false;
    auto* const success = plist_dict_get_item(answer.get(), "success");
    return bool_of(success) == true || integer_of(success) == 1;
}

bool names_passcode(const property_list& answer)
{
    const auto why = string_of(plist_dict_get_item(answer.get(), "Error"));
    return why && (why->contains("passcode") || why->contains("Passcode"));
}

lockdown_client open_lockdown(idevice_t phone)
{
    lockdown_client client;
    if (lockdownd_client_new_with_handshake(phone, adopt(client), client_label) !=
        LOCKDOWN_E_SUCCESS)
        client.reset();
    return client;
}

/// Nothing where the phone has no such mode.
std::optional<bool> is_on(lockdownd_client_t by)
{
    property_list value;
    lockdownd_get_value(by, "com.apple.security.mac.amfi", "DeveloperModeStatus", adopt(value));
    return bool_of(value.get());
}

developer_mode_outcome outcome_of(const property_list& answer, developer_mode_outcome success)
{
    if (!answer)
        return developer_mode_outcome::unknown;
    if (agrees(answer))
        return success;
    return names_passcode(answer) ? developer_mode_outcome::has_passcode
                                  : developer_mode_outcome::refused;
}

/// Asks nothing where the mode is on already, or is not known: the switch would turn it off.
developer_mode_outcome
ask_while_off(const attachment& where, amfi_action what, developer_mode_outcome success)
{
    const auto phone = open_phone(where);
    if (!phone)
        return developer_mode_outcome::unknown;
    std::optional<bool> on;
    {
        const auto lockdown = open_lockdown(phone.get()); // ends before the phone may restart
        if (!lockdown)
            return developer_mode_outcome::unknown;
        on = is_on(lockdown.get());
    }
    if (!on)
        return developer_mode_outcome::refused;
    if (*on)
        return developer_mode_outcome::on;
    return outcome_of(ask_amfi(phone.get(), what), success);
}

} // namespace

bool reveal_developer_mode(const attachment& where)
{
    const auto phone = open_phone(where);
    return phone && agrees(ask_amfi(phone.get(), amfi_action::reveal_switch));
}

developer_mode_outcome confirm_developer_mode(const attachment& where)
{
    return ask_while_off(where, amfi_action::answer_question, developer_mode_outcome::on);
}

developer_mode_outcome switch_on_developer_mode(const attachment& where)
{
    const auto asked = confirm_developer_mode(where);
    if (asked == developer_mode_outcome::unknown)
        return developer_mode_outcome::not_asked;
    if (asked != developer_mode_outcome::refused)
        return asked;
    return ask_while_off(where, amfi_action::turn_switch, developer_mode_outcome::restarts);
}

} // namespace thimble::device
