// Error values of phones.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace thimble::device {

enum class problem : std::uint8_t {
    none,
    detached,    // the phone is not there, or went during the call
    not_ready,   // a blocker stands in the way
    unsupported, // no driver of this phone can do it
    stale_frame, // the interface has another size or orientation than the path was made for
    capture,     // no picture could be taken
    refused,     // the phone or its driver said no
    timed_out,
};

std::string_view to_string(problem value);

/// The part that had reached the phone when it failed.
enum class reached : std::uint8_t { nothing, perhaps, all };

struct failure {
    problem what = problem::none;
    reached phone = reached::nothing;
    std::string message; // a sentence for a person; holds no secret and no typed text
    std::string cause; // machine-readable detail ("runner_not_running", "alert_in_front"), or empty
};

template <class Value>
using result = std::expected<Value, failure>;

} // namespace thimble::device
