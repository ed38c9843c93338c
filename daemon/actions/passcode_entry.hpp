// A passcode into the lock screen that asks for it. It stands in no message and no recording.
#pragma once

#include "daemon/actions/perform.hpp"

#include <string_view>

namespace thimble::daemon {

enum class passcode_answer : std::uint8_t {
    opened,
    wrong,       // the phone was seen to take it, and to ask for another
    unconfirmed, // the phone is locked, and shows no more than that
};

/// True if every character of it is on some key.
bool can_be_entered(std::string_view passcode);

/// Enters it once: by the buttons of the keypad that shows, else by the keys of a keyboard. Enters
/// nothing where the phone takes one of the keys in no way, such as a capital letter on an iPhone.
boost::asio::awaitable<device::result<passcode_answer>> enter_passcode(const action_context& on,
                                                                       std::string passcode);

} // namespace thimble::daemon
