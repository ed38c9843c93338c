// Options of thimble-phone: command line, then environment, then files.
#pragma once

#include "virtualphone/program/phone_description.hpp"

#include <expected>
#include <string>
#include <vector>

namespace thimble::virtualphone {

struct options {
    std::string socket;
    std::string control;
    std::string log_level = "info";
    std::string pair_records; // a folder; empty: pairings are kept in memory
    double device_time = 1.0; // how much of a phone's own waits is real
    wda::runner_times runner_times;
    std::vector<phone_description> phones;
};

/// Exit codes: 0 and 1 as everywhere, 2 for a wrong command line, 78 for a wrong file.
enum class exit_code : int { ok = 0, failed = 1, usage = 2, config = 78 };

/// The program ends here: text for stdout when `code` is ok, else for stderr.
struct early_exit {
    exit_code code = exit_code::ok;
    std::string text;
};

std::expected<options, early_exit> parse_options(int argc, const char* const* argv);

} // namespace thimble::virtualphone
