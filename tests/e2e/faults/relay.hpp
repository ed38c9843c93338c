// The network between a daemon and its service, with everything that can happen to one.
#pragma once

#include "async/signal.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <thread>

namespace thimble::e2e {

/// Which way bytes go: up is from the daemon to the service.
enum class direction : std::uint8_t { up, down };

/// Listens on a port of loopback and passes what comes to another one, on a thread of its own. The
/// effect of a call is in force when the call returns; pass() ends all of it.
class relay {
public:
    /// There may be nobody at `target` yet.
    relay();
    ~relay();
    relay(const relay&) = delete;
    relay& operator=(const relay&) = delete;

    std::uint16_t port() const noexcept { return port_; }
    void lead_to(std::uint16_t target);

    /// Closes every connection.
    void cut();

    /// Closes new connections at once.
    void refuse();

    /// The connections that are open carry nothing any more, not even their end, for good; new ones
    /// are not accepted until pass().
    void half_open();

    /// Nothing goes that way, neither bytes nor an end.
    void stall(direction which);

    /// Each connection carries no more than that many bytes a second each way.
    void slow(std::size_t bytes_a_second);

    /// As a network should be.
    void pass();

private:
    using tcp = boost::asio::ip::tcp;
    struct route;

    /// Settings that pass() resets.
    struct state {
        bool accepting = true;
        bool refusing = false;
        bool stalled[2] = {false, false}; // by direction
        std::optional<std::size_t> rate;  // bytes a second
    };

    void on_its_thread(const std::function<void()>& what);
    void change(const std::function<void(state&)>& how);
    boost::asio::awaitable<void> serve();
    boost::asio::awaitable<void> connect(std::shared_ptr<route> on);
    boost::asio::awaitable<void>
    pump(std::shared_ptr<route> on, tcp::socket& from, tcp::socket& to, direction which);
    boost::asio::awaitable<bool> await_permission(const route& on, direction which);
    boost::asio::awaitable<void> keep_pace(std::size_t passed);

    boost::asio::io_context context_{1};
    tcp::acceptor acceptor_;
    std::uint16_t port_;
    std::uint16_t target_ = 0;
    state now_;
    async::signal changed_{context_.get_executor()};
    std::set<std::shared_ptr<route>> routes_;
    std::thread thread_;
};

} // namespace thimble::e2e
