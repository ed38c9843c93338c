// The open port and the connections that came through it.
#pragma once

#include "async/task_group.hpp"
#include "http/certificate.hpp"
#include "http/connection.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <spdlog/logger.h>

#include <chrono>
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

    /// Opens the port; throws a runtime_error that names the address, the reason and the way out.
    void open(const boost::asio::ip::tcp::endpoint& at);

    /// After open().
    boost::asio::ip::tcp::endpoint endpoint() const { return acceptor_.local_endpoint(); }

    /// Serves until it is cancelled; then accepts nobody and lets answers under way out for
    /// `drain`.
    boost::asio::awaitable<void> run(std::chrono::milliseconds drain);

private:
    boost::asio::awaitable<void> accept();
    boost::asio::awaitable<void> close(std::chrono::milliseconds drain);
    boost::asio::awaitable<void> let_in(boost::asio::ip::tcp::socket socket);
    void serve(boost::asio::ip::tcp::socket socket, std::string network);

    boost::asio::any_io_executor home_;
    handler& handler_;
    limits limits_;
    trusted_proxies proxies_;
    std::shared_ptr<const certificate> certificate_;
    std::shared_ptr<spdlog::logger> log_;
    boost::asio::ip::tcp::acceptor acceptor_;
    connection_slots slots_;
    std::vector<std::weak_ptr<connection>> connections_; // owned by the coroutines of clients_
    async::task_group clients_;
};

} // namespace thimble::service::http
