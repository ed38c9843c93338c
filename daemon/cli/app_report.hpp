// Outcomes of `thimbled runner` and `thimbled app`, for a person and for a program.
#pragma once

#include "daemon/installed_apps/app_change.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace thimble::daemon {

struct app_report {
    std::string udid;                                     // empty: no phone was chosen
    std::string phone;                                    // its name, where it has told it
    std::string bundle_id;                                // empty: the package has not told it
    std::optional<device::packages::app_package> package; // nothing: removed, or not readable
    bool follows_file = false;
    app_change outcome;
};

/// {"phone", "bundle_id", "app", "done", "outcome", "problems", "error", "note"}; the outcome is
/// not_sent, unknown or done.
nlohmann::ordered_json for_program(const app_report& what);

/// Lines, each with its end.
std::string for_person(const app_report& what);

} // namespace thimble::daemon
