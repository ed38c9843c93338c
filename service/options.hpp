// What the person asked thimble-service for: command line, environment and files in one value.
#pragma once

#include "service/setup/environment.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <spdlog/common.h>

#include <expected>
#include <filesystem>
#include <span>
#include <string>

namespace thimble::service {

/// The numbers are those of sysexits.h where it has one.
enum exit_code : int {
    exit_ok = 0,
    exit_failed = 1,
    exit_usage = 2,          // the command line makes no sense
    exit_unavailable = 69,   // the port is taken
    exit_cannot_create = 73, // the state directory cannot be used
    exit_configuration = 78, // a configuration file or variable is wrong
};

struct options {
    boost::asio::ip::tcp::endpoint listen; // a loopback address
    std::filesystem::path state_dir;       // may not exist yet
    spdlog::level::level_enum log_level = spdlog::level::info;
};

/// The process is to end now, with something said: help and version on stdout, errors on stderr.
struct early_end {
    int code = exit_ok;
    std::string text;
};

/// `arguments` without the program's name.
std::expected<options, early_end> read_options(std::span<const char* const> arguments,
                                               const environment& variables);

} // namespace thimble::service
