// Settings of agents: the table [agent] of the files, and THIMBLE_AGENT_….
#pragma once

#include "program/early_exit.hpp"
#include "program/environment.hpp"
#include "service/agent/permissions.hpp"

#include <chrono>
#include <cstddef>
#include <expected>
#include <filesystem>
#include <optional>
#include <span>

namespace thimble::service {

/// Lists with commas: `allowed_apps`, `denied_apps` and `confirm`; see agent::parse_permissions().
/// And `secrets_without_asking`, "true" or "false". Where nothing is said, agents may do everything
/// but type a secret that the user has not agreed to.
std::expected<agent::permissions, early_exit>
read_agent_settings(std::span<const std::filesystem::path> files, const environment& variables);

/// Limits of the pictures that agents were shown, of the same table and variables: `picture_limit`
/// in MiB, `picture_days`. Nothing where nothing is said.
struct session_picture_settings {
    std::optional<std::size_t> bytes;
    std::optional<std::chrono::hours> age;
};

std::expected<session_picture_settings, early_exit>
read_session_picture_settings(std::span<const std::filesystem::path> files,
                              const environment& variables);

} // namespace thimble::service
