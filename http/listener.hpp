// The open port, or Unix socket, and the connections that came through it.
#pragma once

#include "async/task_group.hpp"
#include "http/certificate.hpp"
#include "http/connection.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace thimble::service::http {

/// Home thread.
class listener {
public:
    /// Everything is encrypted with `shown`; nothing is when it is nullptr.
    listener(boost::asio::any_io_executor home,
             handler& answers,
             limits granted,
             trusted_proxies proxies,
             std::shared_ptr<const certificate> shown,
             std::shared_ptr<spdlog::logger> log);
    listener(const listener&) = delete;
    listener& operator=(const listener&) = delete;
    ~listener();

    /// Opens the port; throws a runtime_error that names the address, the reason and the way out.
    void open(const boost::asio::ip::tcp::endpoint& at);

    /// Opens a Unix socket of mode 0600, in place of one that a process left behind; only processes
    /// of the same user, and of root, are let in. It goes with this. Throws as above.
    void open(const std::filesystem::path& at);

    /// Of a port. After open().
    boost::asio::ip::tcp::endpoint endpoint() const;

    /// Serves until it is cancelled; then accepts nobody and lets answers under way out for
    /// `drain`, whose beginning `when_draining` hears of; it may be empty.
    boost::asio::awaitable<void> run(std::chrono::milliseconds drain,
                                     std::function<void()> when_draining = nullptr);

private:
    boost::asio::awaitable<void> accept();
    boost::asio::awaitable<void> close(std::chrono::milliseconds drain);
    boost::asio::awaitable<void> let_in(stream::socket socket);
    bool is_same_user(stream::socket& socket) const;
    void serve(stream::socket socket, std::string network);

    boost::asio::any_io_executor home_;
    handler& handler_;
    limits limits_;
    trusted_proxies proxies_;
    std::shared_ptr<const certificate> certificate_;
    std::shared_ptr<spdlog::logger> log_;
    boost::asio::basic_socket_acceptor<boost::asio::generic::stream_protocol> acceptor_;
    std::filesystem::path private_path_; // of a Unix socket; empty: a port
    connection_slots slots_;
    std::vector<std::weak_ptr<connection>> connections_; // owned by the coroutines of clients_
    async::task_group clients_;
};

} // namespace thimble::service::http
