// Facts from lockdownd about a phone, and its trust in this desktop.
#pragma once

#include "device/usbmux/attached_devices.hpp"
#include "screen/orientation.hpp"

#include <map>
#include <optional>
#include <string>

namespace thimble::device {

enum class trust_state : std::uint8_t {
    unknown,     // lockdownd has not answered
    trusted,     // a session with our pair record was opened
    not_trusted, // the phone does not know this desktop (any more)
    pending,     // the phone shows its question
    denied,      // the person has said no
    locked,      // the phone wants to be unlocked before it asks or answers
};

/// True where missing trust stands in the way of everything else. A locked phone has not said.
constexpr bool trust_missing(trust_state trust)
{
    return trust == trust_state::not_trusted || trust == trust_state::pending ||
           trust == trust_state::denied;
}

/// Empty where it is not known. A phone that does not trust us tells little more than its name.
struct lockdown_report {
    trust_state trust = trust_state::unknown;
    std::string name;
    std::string product_type;
    std::string os_version;
    std::optional<screen::pixel_size> panel;   // portrait
    std::optional<int> battery_level;          // percent
    std::optional<bool> passcode_locked;       // it has a passcode and wants it; false without one
    std::optional<bool> developer_mode;        // iOS 16 and later have such a switch
    std::map<std::string, std::string> values; // as read, "domain/key" to JSON, for recordings
};

/// The phone's lock as another part knows it.
enum class lock_hint : std::uint8_t { none, locked };

/// Asks a phone that does not trust us for its trust, unless it is locked: asking makes keys, which
/// takes most of a second, puts a question on the phone's screen, and is in vain while it is
/// locked. Blocks, up to 30 s on a phone that falls silent: for a worker. Never throws.
lockdown_report read_lockdown(const attachment& phone, lock_hint hint);

/// True where a phone that trusts us wants its passcode; nothing where it does not say.
/// Blocks, for a worker. Never throws.
std::optional<bool> read_passcode_wanted(const attachment& phone);

/// Answer of the phone to our pair record, if there is one. Asks it for nothing else. Blocks, for a
/// worker. Never throws.
trust_state read_trust(const attachment& phone);

} // namespace thimble::device
