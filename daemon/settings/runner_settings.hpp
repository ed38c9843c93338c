// The setting of runners: whether installed ones are started and kept running.
#pragma once

#include "program/early_exit.hpp"
#include "program/settings.hpp"
#include "service/settings/serving.hpp"

#include <array>
#include <expected>

namespace thimble::daemon {

inline constexpr std::array runner_setting_names{
    service::setting_name{.key = "runners", .variable = "THIMBLE_RUNNERS"},
};

/// Its flag; `values` takes what is written there.
void add_runner_flags(CLI::App& app, service::flag_values& values);

/// True unless it is "off".
std::expected<bool, service::early_exit> read_runners(const service::settings& settings);

} // namespace thimble::daemon
