// Reasons for which a runner that is started here does not run.
#pragma once

#include "device/failure.hpp"

#include <cstdint>
#include <string>

namespace thimble::device {

enum class runner_obstacle : std::uint8_t {
    locked,           // the phone
    not_trusted,      // the certificate that signed it
    expired,          // its profile
    automation_off,   // the switch in Settings
    passcode_wanted,  // the question of UI Automation was not answered
    image_missing,    // the services of the developer image
    test_manager,     // testmanagerd does not let it test: it exits with 74
    not_backgrounded, // it could not make way
    other,
};

struct runner_problem {
    runner_obstacle what = runner_obstacle::other;
    std::string reason;   // a sentence
    bool refused = false; // nothing was launched: the phone would not, or could not be asked

    friend bool operator==(const runner_problem&, const runner_problem&) = default;
};

/// True for one that does not pass before somebody has done something on the phone.
constexpr bool needs_person(runner_obstacle what)
{
    return what == runner_obstacle::automation_off || what == runner_obstacle::passcode_wanted ||
           what == runner_obstacle::test_manager;
}

/// By the phone's own words, which are in English on every phone, and by exit codes.
runner_problem explain_start(const failure& why);

} // namespace thimble::device
