// PostgreSQL's own programs, as a user that they do not refuse: the test may be root's.
#pragma once

#include "tests/e2e/program.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>

namespace thimble::service::store::test {

/// User and group of the server; nothing where they are those of the test.
std::optional<std::pair<uid_t, gid_t>> server_user();

struct server_command {
    std::string program;
    e2e::arguments words;
};

/// In the folder, and where the system can see to it, ended with this process however that ends.
server_command as_server_user(const std::filesystem::path& folder,
                              const std::filesystem::path& what,
                              const e2e::arguments& with);

void give_to_server_user(const std::filesystem::path& folder);

} // namespace thimble::service::store::test
