// An account with many desktops, written into a database before its service starts: what it takes
// ten thousand people a minute each to do by hand.
#pragma once

#include "store/address.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace thimble::bench {

struct enrolled_desktop {
    std::string id;
    std::string token;
};

struct enrolled_account {
    std::string api_key;
    std::vector<enrolled_desktop> desktops;
};

/// Throws std::runtime_error when the database in that directory, or there, cannot be written.
enrolled_account enrol_desktops(const std::filesystem::path& state_directory, std::size_t count);
enrolled_account enrol_desktops(const service::store::server_address& at, std::size_t count);

} // namespace thimble::bench
