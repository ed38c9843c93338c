// The thimbled that serves REST at an address.
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <filesystem>
#include <optional>
#include <sys/types.h>

namespace thimble::daemon {

/// Of this user, this process aside: one that listens where nobody else can listen at `wanted`
/// then. Nothing where none says that it does. Blocks for a second or so for each that does not
/// answer.
std::optional<pid_t> process_that_serves(const std::filesystem::path& runtime_directory,
                                         const boost::asio::ip::tcp::endpoint& wanted);

} // namespace thimble::daemon
