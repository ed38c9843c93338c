// SIGHUP: what lies in files is read again while the program goes on.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace thimble::service {

/// Something that can be read again.
struct reloadable {
    std::string name; // "the TLS certificate"

    /// An error is a sentence, and all stays as it was.
    std::function<std::expected<void, std::string>()> reload;
};

/// Reloads them, one after the other, at every SIGHUP until it is cancelled, and tells the service
/// manager. Without any, does nothing and leaves SIGHUP to do what it does to any process. Home
/// thread.
boost::asio::awaitable<void> reload_at_hangup(std::vector<reloadable> all,
                                              std::shared_ptr<spdlog::logger> log);

} // namespace thimble::service
