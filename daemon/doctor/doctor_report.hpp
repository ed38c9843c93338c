// Report of doctor, for a person and for a program.
#pragma once

#include "daemon/doctor/finding.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace thimble::daemon {

bool all_well(const findings& found);

/// A line a check, and under what is wrong a line that says what to do, and one where more is said.
std::string for_person(const findings& found, bool coloured);

/// {"ok","checks":[{"name","ok","message","remedy","docs","code"}]}; the last two only where there
/// is a remedy, a code.
nlohmann::ordered_json for_program(const findings& found);

} // namespace thimble::daemon
