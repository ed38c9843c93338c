// The setting that says where everything is kept.
#pragma once

#include "program/early_exit.hpp"
#include "program/settings.hpp"
#include "store/address.hpp"

#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

namespace thimble::service {

/// For read_settings().
inline constexpr setting_name store_setting{.key = "store", .variable = "THIMBLE_STORE"};

/// Nothing: SQLite in the state directory. A password is taken from the environment and from files
/// that others cannot read, never from the command line.
std::expected<std::optional<store::server_address>, early_exit>
read_store_setting(const settings& given, std::span<const std::filesystem::path> files);

/// Refuses a secret that was read from a file which everybody may read. `of_what`: "with its key".
std::expected<void, early_exit> check_origin_of_secret(const setting& said,
                                                       std::span<const std::filesystem::path> files,
                                                       std::string_view of_what);

} // namespace thimble::service
