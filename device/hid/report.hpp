// Words of a host about fingers and keys, with their times: the reports before they are bytes.
#pragma once

#include <bitset>
#include <chrono>
#include <cstdint>
#include <variant>
#include <vector>

namespace thimble::device::hid {

/// The most fingers that the phone's touchscreen tells apart.
inline constexpr std::size_t most_contacts = 5;

/// A place on the panel as it is held in portrait, whatever it shows: each edge is 0 to 65535.
struct panel_place {
    std::uint16_t x = 0;
    std::uint16_t y = 0;

    friend bool operator==(const panel_place&, const panel_place&) = default;
};

struct contact_state {
    std::uint8_t identity = 0; // 0 to 4; the same for as long as the finger is down
    bool touching = false;     // or else: it has just been lifted
    panel_place where;
    bool secret = false; // the place, as on the keys of a keypad: it stands in no file

    friend bool operator==(const contact_state&, const contact_state&) = default;
};

/// Every finger at one moment, at most five. One that has been lifted is in one frame more, and
/// then in none.
struct touch_frame {
    std::vector<contact_state> contacts;

    friend bool operator==(const touch_frame&, const touch_frame&) = default;
};

/// Usages of the keyboard page (0x07), of which a report can tell 240.
inline constexpr std::size_t key_usages = 240;

/// Every key that is down at one moment.
struct key_frame {
    std::bitset<key_usages> down;

    friend bool operator==(const key_frame&, const key_frame&) = default;
};

using report = std::variant<touch_frame, key_frame>;

struct timed_report {
    std::chrono::nanoseconds at{0}; // from the beginning of the plan
    report what;

    friend bool operator==(const timed_report&, const timed_report&) = default;
};

/// Reports in the order of their times. After the last one nothing is down.
using report_plan = std::vector<timed_report>;

} // namespace thimble::device::hid
