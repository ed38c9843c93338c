// The HTTP control of the virtual phones: what happened to them, and what the world does to them.
#pragma once

#include "virtualphone/control/world.hpp"
#include "virtualphone/wda/web_driver_agent.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone {

struct controlled_phone {
    phone* device = nullptr;
    web_driver_agent* agent = nullptr;
};

/// Serves until stopped or destroyed. The phones, their agents and the world outlive it, and its
/// coroutines end with the executor's context. Home thread only.
class control_server {
public:
    /// `address` is what listen_socket::open takes: HOST:PORT (port 0: any free one) or the path of
    /// a Unix socket. The error is one sentence for the person who typed the address.
    static std::expected<std::unique_ptr<control_server>, std::string>
    open(boost::asio::any_io_executor home,
         std::string_view address,
         std::vector<controlled_phone> phones,
         world& around);

    control_server(const control_server&) = delete;
    control_server& operator=(const control_server&) = delete;
    ~control_server();

    /// Where it listens: HOST:PORT with the port really bound, or UNIX:/path.
    const std::string& address() const;

    /// Closes the listener (and removes its Unix socket) and every connection.
    void stop();

private:
    struct implementation;
    explicit control_server(std::shared_ptr<implementation> self);

    std::shared_ptr<implementation> self_;
};

} // namespace thimble::virtualphone
