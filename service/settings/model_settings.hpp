// Settings of the model: the table [model] of the files, and THIMBLE_MODEL_….
#pragma once

#include "models/provider.hpp"
#include "program/early_exit.hpp"
#include "program/environment.hpp"

#include <expected>
#include <filesystem>
#include <optional>
#include <span>

namespace thimble::service {

/// Nothing where no model is configured. There are no flags: command lines are for everybody to
/// see. A key is taken from the environment, or from a file that others may not read.
std::expected<std::optional<models::provider>, early_exit>
read_model_settings(std::span<const std::filesystem::path> files, const environment& variables);

} // namespace thimble::service
