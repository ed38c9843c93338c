#include "device/lockdown/lockdown.hpp"

#include "device/lockdown/pair_record.hpp"
#include "device/lockdown/plist_value.hpp"
#include "device/usbmux/client_label.hpp"
#include "device/usbmux/handle.hpp"
#include "text/printable_text.hpp"

#include <libimobiledevice/lockdown.h>

#include <memory>

namespace thimble::device {
namespace {

constexpr int largest_panel_side = 16'384; // pixels

trust_state trust_of(lockdownd_error_t error)
{
    switch (error) {
    case LOCKDOWN_E_SUCCESS:
        return trust_state::trusted;
    case LOCKDOWN_E_PAIRING_DIALOG_RESPONSE_PENDING:
        return trust_state::pending;
    case LOCKDOWN_E_USER_DENIED_PAIRING:
        return trust_state::denied;
    case LOCKDOWN_E_PASSWORD_PROTECTED:
    case LOCKDOWN_E_ESCROW_LOCKED:
        return trust_state::locked;
    case LOCKDOWN_E_INVALID_HOST_ID:
    case LOCKDOWN_E_INVALID_PAIR_RECORD:
    case LOCKDOWN_E_MISSING_PAIR_RECORD:
    case LOCKDOWN_E_PAIRING_FAILED:
    case LOCKDOWN_E_PAIRING_PROHIBITED_OVER_THIS_CONNECTION:
        return trust_state::not_trusted;
    default:
        return trust_state::unknown;
    }
}

/// Reads values of one lockdown client into a report, and keeps what was read.
class reader {
public:
    reader(lockdownd_client_t client, lockdown_report& into) : client_(client), into_(into) {}

    property_list read(const char* domain, const char* key)
    {
        property_list value;
        lockdownd_get_value(client_, domain, key, adopt(value));
        if (value)
            into_.values[std::string(domain == nullptr ? "" : domain) + "/" + key] =
                json_text(value.get());
        return value;
    }

    std::string text(const char* key)
    {
        return string_of(read(nullptr, key).get()).value_or(std::string());
    }

    std::optional<std::int64_t> number(const char* domain, const char* key, std::int64_t largest)
    {
        const auto value = integer_of(read(domain, key).get());
        return value && *value >= 0 && *value <= largest ? value : std::nullopt;
    }

private:
    lockdownd_client_t client_;
    lockdown_report& into_;
};

/// Any phone tells these to anybody.
void read_public(reader& from, lockdown_report& report)
{
    report.name = service::printable(from.text("DeviceName"));
    report.product_type = from.text("ProductType");
    report.os_version = from.text("ProductVersion");
}

/// A phone tells these to a desktop that it trusts.
void read_private(reader& from, lockdown_report& report)
{
    const auto width = from.number("com.apple.mobile.iTunes", "ScreenWidth", largest_panel_side);
    const auto height = from.number("com.apple.mobile.iTunes", "ScreenHeight", largest_panel_side);
    if (width && height && *width > 0 && *height > 0)
        report.panel = screen::pixel_size{.width = static_cast<int>(*width),
                                          .height = static_cast<int>(*height)};
    if (const auto level = from.number("com.apple.mobile.battery", "BatteryCurrentCapacity", 100))
        report.battery_level = static_cast<int>(*level);
    report.passcode_locked = bool_of(from.read(nullptr, "PasswordProtected").get());
    report.developer_mode =
        bool_of(from.read("com.apple.security.mac.amfi", "DeveloperModeStatus").get());
}

void read_untrusted(idevice_t phone, lock_hint hint, lockdown_report& report)
{
    lockdown_client client;
    if (lockdownd_client_new(phone, adopt(client), client_label) != LOCKDOWN_E_SUCCESS)
        return;
    reader from(client.get(), report);
    read_public(from, report);
    if (hint == lock_hint::locked ||
        bool_of(from.read(nullptr, "PasswordProtected").get()) == true) {
        report.trust = trust_state::locked;
        return;
    }
    const auto trust = trust_of(lockdownd_pair(client.get(), nullptr));
    report.trust = trust == trust_state::unknown ? trust_state::not_trusted : trust;
}

/// Trust of the phone in our pair record and, where it trusts, all that it tells.
void read_trusted(idevice_t phone, lockdown_report& report)
{
    lockdown_client client;
    report.trust =
        trust_of(lockdownd_client_new_with_handshake(phone, adopt(client), client_label));
    if (!client || report.trust != trust_state::trusted)
        return;
    reader from(client.get(), report);
    read_public(from, report);
    read_private(from, report);
}

} // namespace

std::optional<bool> read_passcode_wanted(const attachment& where)
{
    const auto phone = open_phone(where);
    lockdown_client client;
    if (!phone || lockdownd_client_new_with_handshake(phone.get(), adopt(client), client_label) !=
                      LOCKDOWN_E_SUCCESS)
        return std::nullopt;
    lockdown_report unused;
    return bool_of(reader(client.get(), unused).read(nullptr, "PasswordProtected").get());
}

trust_state read_trust(const attachment& where)
{
    const auto phone = open_phone(where);
    const auto paired = phone ? has_pair_record(where.udid) : std::nullopt;
    if (!paired)
        return trust_state::unknown;
    if (!*paired)
        return trust_state::not_trusted;
    lockdown_client client;
    return trust_of(lockdownd_client_new_with_handshake(phone.get(), adopt(client), client_label));
}

lockdown_report read_lockdown(const attachment& where, lock_hint hint)
{
    lockdown_report report;
    const auto phone = open_phone(where);
    if (!phone)
        return report;
    // libimobiledevice pairs by itself when it finds no record; whether it may is our decision.
    const auto paired = has_pair_record(where.udid);
    if (!paired)
        return report; // usbmuxd did not say
    if (*paired) {
        read_trusted(phone.get(), report);
        if (report.trust != trust_state::not_trusted)
            return report;
    }
    read_untrusted(phone.get(), hint, report);
    if (report.trust == trust_state::trusted)
        read_trusted(phone.get(), report);
    return report;
}

} // namespace thimble::device
