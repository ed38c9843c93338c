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

/// Where pictures are: "files" of the state directory, which is usual, or "store".
inline constexpr setting_name pictures_setting{.key = "pictures", .variable = "THIMBLE_PICTURES"};

/// Nothing: SQLite in the state directory. A password is taken from the environment and from files
/// that others cannot read, never from the command line.
std::expected<std::optional<store::server_address>, early_exit>
read_store_setting(const settings& given, std::span<const std::filesystem::path> files);

/// True: in the store, which has to be a server's.
std::expected<bool, early_exit> read_pictures_setting(const settings& given, bool has_server);

/// Refuses a secret that was read from a file which everybody may read. `of_what`: "with its key".
std::expected<void, early_exit> check_origin_of_secret(const setting& said,
                                                       std::span<const std::filesystem::path> files,
                                                       std::string_view of_what);

} // namespace thimble::service
