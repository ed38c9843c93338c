// Settings from files, environment and flags, the later ones winning, each with its origin.
#pragma once

#include "program/environment.hpp"

#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// A setting that a program has: `key = "…"` in its table of a TOML file, and a variable.
struct setting_name {
    std::string_view key;
    const char* variable;
};

struct setting {
    std::string value;
    std::string origin; // "/etc/thimble/thimble.toml:3", "THIMBLE_LISTEN", "--listen"
};

using settings = std::map<std::string, setting, std::less<>>;

/// nullptr where it is not given.
inline const setting* find_setting(const settings& given, std::string_view key)
{
    const auto found = given.find(key);
    return found == given.end() ? nullptr : &found->second;
}

/// The TOML files that are read where --config names none: *.toml of /etc/thimble, then of the
/// user's configuration directory, in alphabetical order each.
std::vector<std::filesystem::path> configuration_files(const environment& variables);

/// Settings of the files and the environment. `table` is the program's table ([daemon], [service]);
/// tables of other programs are passed over, whatever else is unknown is an error. Errors are
/// sentences that name file, line and key.
std::expected<settings, std::string> read_settings(std::string_view table,
                                                   std::span<const setting_name> names,
                                                   std::span<const std::filesystem::path> files,
                                                   const environment& variables);

} // namespace thimble::service
