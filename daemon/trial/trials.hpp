// Things to be tried on a real phone: the harmless ones of those that are not verified yet.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace thimble::daemon {

struct trial {
    enum class kind : std::uint8_t {
        actions,
        locking,    // the person locks the phone, and unlocks it
        replugging, // the person pulls the cable, and plugs it in again
    };

    using action_list = std::array<std::string_view, 6>;

    std::string_view id;         // in the report
    std::string_view point;      // a row of docs/needs-a-phone.md, which names the id in turn
    std::string_view person{};   // to be done first; empty: nothing
    std::string_view thimble;    // done then
    std::string_view question{}; // put afterwards, for yes, no or unsure; empty: none
    kind what = kind::actions;

    /// As for --debug but for the places (placed_action.hpp), in order until one fails; empty ones
    /// are none. Without any the person looks, and nothing is done.
    action_list actions{};

    /// Puts back what they have changed: done after them unless none of them was sent.
    std::string_view after{};
};

std::span<const trial> all_trials();

} // namespace thimble::daemon
