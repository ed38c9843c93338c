// Validated settings of the connection to the service: from flags, variables and files.
#pragma once

#include "daemon/uplink/connector.hpp"
#include "daemon/uplink/reconnect.hpp"
#include "program/early_exit.hpp"
#include "program/environment.hpp"
#include "service/settings/serving.hpp"

#include <CLI/CLI.hpp>

#include <array>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>

namespace thimble::daemon {

struct connection_settings {
    std::optional<service_address> service = {};
    std::optional<std::filesystem::path> ca_file = {};
    std::optional<key_pin> pin = {};
    reconnect_limits back_off = {};
};

/// For read_settings().
inline constexpr std::array connection_setting_names{
    service::setting_name{.key = "service", .variable = "THIMBLE_SERVICE"},
    service::setting_name{.key = "ca_file", .variable = "THIMBLE_CA_FILE"},
    service::setting_name{.key = "pin", .variable = "THIMBLE_PIN"},
    service::setting_name{.key = "reconnect_cap", .variable = "THIMBLE_RECONNECT_CAP"},
};

/// `given` outlives the parsing. --service may stand without a value where a file or a variable has
/// it.
void add_connection_flags(CLI::App& app, service::flag_values& given);

std::expected<connection_settings, service::early_exit>
read_connection_settings(const service::settings& given);

/// Way to that service from here; an error is a sentence about the proxy that the environment
/// names.
std::expected<connector_options, std::string> way_to(const service_address& service,
                                                     const connection_settings& settings,
                                                     const service::environment& variables);

} // namespace thimble::daemon
