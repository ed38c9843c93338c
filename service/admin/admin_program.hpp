// `thimble-service admin` from its command line to its exit code.
#pragma once

#include "service/admin/admin_request.hpp"

#include <filesystem>

namespace thimble::service {

/// Through the service that runs on this state directory, else on its database. Prints what comes
/// of it; an exit code.
int run_admin_program(const std::filesystem::path& state_dir, admin_request asked);

} // namespace thimble::service
