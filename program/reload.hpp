// SIGHUP: what lies in files is read again while the program goes on.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/signal_set.hpp>
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

/// SIGHUP is caught as long as this lives, so it is made before anybody is told that the program is
/// ready. Without anything to reload it leaves SIGHUP to do what it does to any process. Home
/// thread.
class hangup_reload {
public:
    hangup_reload(const boost::asio::any_io_executor& home,
                  std::vector<reloadable> all,
                  std::shared_ptr<spdlog::logger> log);

    /// Reloads everything, one after the other, at every SIGHUP until it is cancelled, and tells
    /// the service manager. One that came before is answered now.
    boost::asio::awaitable<void> run();

private:
    std::vector<reloadable> all_;
    std::shared_ptr<spdlog::logger> log_;
    boost::asio::signal_set hangups_;
};

} // namespace thimble::service
