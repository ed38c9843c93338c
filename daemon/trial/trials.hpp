// Things to be tried on a real phone: the harmless ones of those that are not verified yet.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
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
    std::string_view point;      // as docs/needs-a-phone.md names it
    std::string_view person{};   // to be done first; empty: nothing
    std::string_view thimble;    // done then
    std::string_view question{}; // put afterwards, for yes, no or unsure; empty: none
    kind what = kind::actions;

    /// As for --debug, in order until one fails; empty ones are none. "@50" as the first place
    /// after a verb is half of the width, as the second half of the height, and so on.
    action_list actions{};

    /// Puts back what they have changed: done after them unless none of them was sent.
    std::string_view after{};
};

std::span<const trial> all_trials();

/// The action with pixels of a screenshot of that size in the place of "@50 @60"; nothing where it
/// has such places and the size is not known, which is 0.
std::optional<std::string> placed(std::string_view action, int width, int height);

} // namespace thimble::daemon
