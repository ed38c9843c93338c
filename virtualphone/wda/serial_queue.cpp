#include "virtualphone/wda/serial_queue.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <utility>

namespace thimble::virtualphone::wda {

serial_queue::serial_queue(boost::asio::any_io_executor home) : home_(std::move(home)) {}

void serial_queue::add(job what)
{
    state_->jobs.push_back(std::move(what));
    if (!std::exchange(state_->running, true))
        boost::asio::co_spawn(home_, drain(state_), boost::asio::detached);
}

boost::asio::awaitable<void> serial_queue::drain(std::shared_ptr<shared_state> state)
{
    while (!state->jobs.empty()) {
        const job next = std::move(state->jobs.front());
        state->jobs.pop_front();
        co_await next();
    }
    state->running = false;
}

} // namespace thimble::virtualphone::wda
