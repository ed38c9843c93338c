// Settings of developer images: where they lie, and who signs them.
#pragma once

#include "device/images/mount.hpp"
#include "program/early_exit.hpp"
#include "program/environment.hpp"
#include "program/settings.hpp"
#include "service/settings/serving.hpp"

#include <array>
#include <expected>
#include <filesystem>
#include <string>

namespace thimble::daemon {

inline constexpr std::array image_setting_names{
    service::setting_name{.key = "image_dir", .variable = "THIMBLE_IMAGE_DIR"},
    service::setting_name{.key = "image_server", .variable = "THIMBLE_IMAGE_SERVER"},
    service::setting_name{.key = "image_server_ca", .variable = "THIMBLE_IMAGE_SERVER_CA"},
};

/// Their flags; `values` takes what is written there.
void add_image_flags(CLI::App& app, service::flag_values& values);

/// `thimbled image`; `action` takes what is to be done.
CLI::App* add_image_command(CLI::App& app, std::string& action);

/// True where tunnels to phones' own services are to be opened: unless they are off.
std::expected<bool, service::early_exit> read_tunnels(const service::settings& settings);

/// Folders that are named come before the usual ones: `images` in the state directory, and where
/// Xcode has its own on a Mac.
device::images::mount_settings read_image_settings(const service::settings& settings,
                                                   const std::filesystem::path& state_dir,
                                                   const service::environment& variables);

} // namespace thimble::daemon
