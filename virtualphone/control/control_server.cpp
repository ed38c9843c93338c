#include "virtualphone/control/control_server.hpp"

#include "virtualphone/control/control_connection.hpp"
#include "virtualphone/mux/listen_socket.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <chrono>
#include <cstddef>
#include <utility>

namespace thimble::virtualphone {

namespace asio = boost::asio;

namespace {

/// A connection that breaks ends alone.
void forget(const std::exception_ptr&) {}

} // namespace

struct control_server::implementation {
    implementation(asio::any_io_executor executor,
                   listen_socket opened,
                   std::vector<controlled_phone> phones,
                   world& around)
        : home(std::move(executor)), listener(std::move(opened)), address(listener.address()),
          state(std::make_shared<control::control_state>(std::move(phones), around))
    {
    }

    /// Until the server is stopped.
    static asio::awaitable<void> accept_all(std::shared_ptr<implementation> self)
    {
        while (!self->stopped) {
            bool failed = false;
            try {
                self->serve(co_await self->listener.accept());
            } catch (const boost::system::system_error&) {
                failed = !self->stopped;
            }
            if (failed) { // out of descriptors, most likely: some will be given back
                constexpr std::chrono::milliseconds pause{100};
                asio::steady_timer timer(self->home, pause);
                co_await timer.async_wait(asio::use_awaitable);
            }
        }
    }

    void serve(stream client)
    {
        constexpr std::size_t most_clients = 64;
        if (state->clients < most_clients)
            asio::co_spawn(home, control::serve_control(std::move(client), state), forget);
    }

    asio::any_io_executor home;
    listen_socket listener;
    std::string address;
    bool stopped = false;
    std::shared_ptr<control::control_state> state;
};

control_server::control_server(std::shared_ptr<implementation> self) : self_(std::move(self)) {}

control_server::~control_server()
{
    stop();
}

std::expected<std::unique_ptr<control_server>, std::string>
control_server::open(asio::any_io_executor home,
                     std::string_view address,
                     std::vector<controlled_phone> phones,
                     world& around)
{
    auto opened = listen_socket::open(home, address);
    if (!opened)
        return std::unexpected(opened.error());
    auto self =
        std::make_shared<implementation>(home, *std::move(opened), std::move(phones), around);
    asio::co_spawn(home, implementation::accept_all(self), forget);
    return std::unique_ptr<control_server>(new control_server(std::move(self)));
}

const std::string& control_server::address() const
{
    return self_->address;
}

void control_server::stop()
{
    self_->stopped = true;
    self_->listener.close();
    self_->state->connections.shut_down_all();
}

} // namespace thimble::virtualphone
