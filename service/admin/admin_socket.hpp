// The Unix socket over which a running service takes an operator's commands.
#pragma once

#include "service/admin/admin_message.hpp"
#include "store/database.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <spdlog/logger.h>

#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace thimble::service {

/// Home thread. Mode 0600 in a directory of mode 0700: only the same user and root get here. One
/// request a client, one client at a time; what a command has changed is in force before its
/// answer.
class admin_socket {
public:
    /// After a command the service takes over what it has changed; false when it cannot.
    using take_over = std::function<boost::asio::awaitable<bool>()>;

    /// `kept` outlives it.
    admin_socket(boost::asio::any_io_executor home,
                 std::filesystem::path path,
                 store::database& kept,
                 take_over changes,
                 std::shared_ptr<spdlog::logger> log);
    admin_socket(const admin_socket&) = delete;
    admin_socket& operator=(const admin_socket&) = delete;
    ~admin_socket();

    static std::filesystem::path path_in(const std::filesystem::path& state_dir);

    /// Takes the place of one that a process left behind. An error is a sentence.
    std::expected<void, std::string> open();

    /// Serves until it is cancelled. After open().
    boost::asio::awaitable<void> run();

private:
    using protocol = boost::asio::local::stream_protocol;

    boost::asio::awaitable<bool> serve(protocol::socket& client);
    boost::asio::awaitable<admin_answer> answer(std::string line);

    boost::asio::any_io_executor home_;
    std::filesystem::path path_;
    store::database& store_;
    take_over take_over_;
    std::shared_ptr<spdlog::logger> log_;
    protocol::acceptor acceptor_;
    bool opened_ = false;
};

} // namespace thimble::service
