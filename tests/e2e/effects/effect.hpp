// Effects of the contract's actions: each variant, and how the phone itself shows that it was done.
#pragma once

#include "tests/e2e/driven_phone.hpp"

#include <span>
#include <string_view>

namespace thimble::e2e {

/// One variant of an action. The check does the action by REST and looks for the effect in the
/// phone's own state. It begins wherever the one before it ended: unlocked, turned as it is for all
/// of them, with anything in front; and leaves the phone so.
struct effect {
    std::string_view action;  // the last part of its route
    std::string_view variant; // what is special about it; empty where there is but one
    void (*check)(const driven_phone& on);

    /// The same for a phone that its own services drive; nullptr: as with a runner.
    void (*without_runner)(const driven_phone& on) = nullptr;
};

/// With a runner somebody has seen that it is so; without one nobody knows.
inline void check_seen(const driven_phone& on, const nlohmann::json& record)
{
    const auto receipt = record.at("receipt");
    if (on.has_runner()) {
        CHECK(receipt.at("verified") == true);
        return;
    }
    CHECK(receipt.at("verified").is_null());
    CHECK(receipt.at("effect") == "unknown");
}

std::span<const effect> touch_effects();
std::span<const effect> element_effects();
std::span<const effect> key_effects();
std::span<const effect> text_effects();
std::span<const effect> surface_effects();
std::span<const effect> button_effects();
std::span<const effect> lock_effects();
std::span<const effect> passcode_effects(); // of a phone whose passcode is 2580
std::span<const effect> passcode_effects_without_runner();
std::span<const effect> app_effects();

struct group_of_effects {
    std::string_view name;
    std::span<const effect> effects;
};

/// All of them but those of a passcode.
std::span<const group_of_effects> all_effects();

} // namespace thimble::e2e
