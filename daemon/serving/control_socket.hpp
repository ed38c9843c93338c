// The Unix socket over which a running thimbled is asked: by --debug, status and doctor.
#pragma once

#include "async/task_group.hpp"
#include "daemon/control/control_message.hpp"
#include "daemon/execution/phone_host.hpp"

#include <boost/asio/local/stream_protocol.hpp>

#include <expected>
#include <filesystem>
#include <memory>
#include <string>

namespace thimble::daemon {

/// Home thread. Only processes of the same user (and root) are listened to; a client has one
/// request, some seconds to send it, and is forgotten after the answer. When it goes away earlier
/// its action is withdrawn, or ended as soon as the finger is up.
class control_socket {
public:
    /// `phones` outlives it.
    control_socket(boost::asio::any_io_executor home,
                   std::filesystem::path path,
                   phone_host& phones,
                   std::shared_ptr<spdlog::logger> log);
    control_socket(const control_socket&) = delete;
    control_socket& operator=(const control_socket&) = delete;
    ~control_socket();

    /// This process's place in the runtime directory.
    static std::filesystem::path path_in(const std::filesystem::path& runtime_directory);

    /// Makes the socket, mode 0600, and removes those of processes that died. An error is a
    /// sentence.
    std::expected<void, std::string> open();

    /// Serves until it is cancelled. After open().
    boost::asio::awaitable<void> run();

private:
    using protocol = boost::asio::local::stream_protocol;

    boost::asio::awaitable<void> accept();
    bool may_ask(protocol::socket& client) const;

    boost::asio::any_io_executor home_;
    std::filesystem::path path_;
    phone_host& phones_;
    std::shared_ptr<spdlog::logger> log_;
    protocol::acceptor acceptor_;
    async::task_group clients_;
    bool opened_ = false;
};

} // namespace thimble::daemon
