// State that the two ports of one WebDriverAgent share.
#pragma once

#include "virtualphone/phone/open_connections.hpp"
#include "virtualphone/phone/phone.hpp"
#include "virtualphone/phone/wakeup.hpp"
#include "virtualphone/wda/dispatcher.hpp"

#include <memory>

namespace thimble::virtualphone::wda {

/// Shared by the agent and its connections; home thread only.
struct runner_process {
    runner_process(const boost::asio::any_io_executor& home, phone& on)
        : device(on), changed(home), commands(std::make_shared<dispatcher>(home, on))
    {
    }

    /// Waits while the runner is hung. False when it is dead.
    boost::asio::awaitable<bool> until_serving()
    {
        while (device.runner == runner::hung)
            co_await changed.wait();
        co_return device.runner != runner::dead;
    }

    phone& device;
    wakeup changed; // device.runner has
    mux::open_connections connections;
    std::shared_ptr<dispatcher> commands;
    std::function<void()> die; // what shutting down does
};

} // namespace thimble::virtualphone::wda
