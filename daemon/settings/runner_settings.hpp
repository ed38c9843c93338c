// The settings of runners: whether installed ones are started and kept running, and how often.
#pragma once

#include "program/early_exit.hpp"
#include "program/settings.hpp"
#include "service/settings/serving.hpp"

#include <array>
#include <expected>

namespace thimble::daemon {

inline constexpr std::array runner_setting_names{
    service::setting_name{.key = "runners", .variable = "THIMBLE_RUNNERS"},
    service::setting_name{.key = "runner_restarts", .variable = "THIMBLE_RUNNER_RESTARTS"},
};

/// Starts again of a phone's runners within ten minutes.
inline constexpr int usual_runner_restarts = 3;
inline constexpr int most_runner_restarts = 1000;

/// Its flag; `values` takes what is written there.
void add_runner_flags(CLI::App& app, service::flag_values& values);

/// True unless it is "off".
std::expected<bool, service::early_exit> read_runners(const service::settings& settings);

std::expected<int, service::early_exit> read_runner_restarts(const service::settings& settings);

} // namespace thimble::daemon
