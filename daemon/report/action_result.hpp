// Result of performing an action on a phone.
#pragma once

#include "link/command.hpp"

#include <expected>
#include <optional>

namespace thimble::daemon {

/// The phone did it.
struct action_result {
    nlohmann::json value = nlohmann::json::object();
    std::optional<link::frame> frame;
    std::optional<link::receipt> receipt;

    /// The phone was locked before a touch had ended: what the screen shows now tells nothing of
    /// the touch.
    bool locked_meanwhile = false;
};

/// It did not, and what is known of the effect all the same.
struct refusal {
    link::failure why;
    link::outcome outcome = link::outcome::not_sent;
};

/// It did, and the state wanted was seen (true), or cannot be asked for (nothing).
inline action_result reached_state(std::optional<bool> verified)
{
    action_result done;
    done.receipt.emplace().verified = verified;
    return done;
}

using action_outcome = std::expected<action_result, refusal>;

} // namespace thimble::daemon
