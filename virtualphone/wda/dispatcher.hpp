// Takes a command to its route, through the runner's main queue or beside it.
#pragma once

#include "virtualphone/phone/wakeup.hpp"
#include "virtualphone/wda/automation/automation.hpp"
#include "virtualphone/wda/routes/route.hpp"
#include "virtualphone/wda/serial_queue.hpp"

#include <list>
#include <memory>

namespace thimble::virtualphone::wda {

/// One for each runner; home thread only.
class dispatcher : public std::enable_shared_from_this<dispatcher> {
public:
    dispatcher(boost::asio::any_io_executor home, phone& on);

    /// A session that ends has its waiting commands answered "invalid session id" at once; one of
    /// them that has begun goes on all the same.
    boost::asio::awaitable<answer> dispatch(request command);

    /// The session is gone, as after the death of the runner.
    void forget_session();

    automation& state() noexcept { return state_; }

private:
    /// A command that waits for its turn or its end.
    struct exchange {
        exchange(const boost::asio::any_io_executor& home, request asked)
            : command(std::move(asked)), answered(home)
        {
        }

        void settle(answer with);

        request command;
        wakeup answered;
        std::optional<answer> result;
    };

    boost::asio::awaitable<answer> queued(const route& to, request command);
    boost::asio::awaitable<void> run_in_turn(const route& to, std::shared_ptr<exchange> of);
    boost::asio::awaitable<answer> run(const route& to, const request& command);
    boost::asio::awaitable<answer> perform(const route& to, const request& command);
    bool knows_session_of(const request& command) const;
    void settle_commands_of_ended_sessions();

    boost::asio::any_io_executor home_;
    automation state_;
    serial_queue main_queue_;
    std::list<std::shared_ptr<exchange>> pending_;
};

} // namespace thimble::virtualphone::wda
