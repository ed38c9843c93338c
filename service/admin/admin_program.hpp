// `thimble-service admin` from its command line to its exit code.
#pragma once

#include "service/admin/admin_request.hpp"
#include "store/address.hpp"

#include <filesystem>
#include <optional>

namespace thimble::service {

/// Through the service that runs on this state directory, else on its database: that of `server`
/// where there is one. Prints what comes of it; an exit code.
int run_admin_program(const std::filesystem::path& state_dir,
                      const std::optional<store::server_address>& server,
                      admin_request asked);

} // namespace thimble::service
