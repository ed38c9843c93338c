// An operator's command, taken to whoever has the database.
#pragma once

#include "service/admin/admin_request.hpp"

#include <filesystem>
#include <optional>

namespace thimble::service {

/// Answer of the service that runs on this socket; nothing where none runs. Blocks for some seconds
/// at most.
std::optional<admin_answer> ask_running_service(const std::filesystem::path& socket,
                                                const admin_request& what);

} // namespace thimble::service
