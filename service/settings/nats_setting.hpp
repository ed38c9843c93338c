// The setting that makes a service one of several nodes.
#pragma once

#include "bus/nats_address.hpp"
#include "program/early_exit.hpp"
#include "program/settings.hpp"

#include <expected>
#include <filesystem>
#include <optional>
#include <span>

namespace thimble::service {

/// For read_settings().
inline constexpr setting_name nats_setting{.key = "nats", .variable = "THIMBLE_NATS"};

/// Nothing: the service is one node. A password or token is taken from the environment and from
/// files that others cannot read, never from the command line.
std::expected<std::optional<bus::nats_address>, early_exit>
read_nats_setting(const settings& given, std::span<const std::filesystem::path> files);

} // namespace thimble::service
