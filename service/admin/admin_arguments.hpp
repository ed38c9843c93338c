// The command line of `thimble-service admin`.
#pragma once

#include "service/admin/admin_request.hpp"

#include <CLI/CLI.hpp>

namespace thimble::service {

/// Adds `admin` and what is below it. After parsing, `asked` has the command, or none when
/// something else was asked for. It outlives the parsing.
void add_admin_commands(CLI::App& app, admin_request& asked);

} // namespace thimble::service
