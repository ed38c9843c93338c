// Base of the links to services of the phone: their stream, its end, and who waits for something.
#pragma once

#include "async/signal.hpp"
#include "device/coredevice/byte_stream.hpp"
#include "device/failure.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <expected>
#include <list>
#include <memory>
#include <optional>
#include <string_view>

namespace thimble::device::coredevice {

/// Home thread. Shared by the coroutines of one connection, whatever protocol it speaks.
class service_link {
public:
    using time = std::chrono::steady_clock::time_point;

    service_link(const service_link&) = delete;
    service_link& operator=(const service_link&) = delete;

    /// Ends when `holds` does; else with the failure of the connection or at the deadline.
    template <class Condition>
    boost::asio::awaitable<result<void>> until(Condition holds, time deadline)
    {
        const waiter self(*this, deadline);
        while (!holds()) {
            if (ended_)
                co_return std::unexpected(*ended_);
            if (time::clock::now() >= deadline)
                co_return std::unexpected(took_too_long());
            co_await self.woken->wait();
        }
        co_return result<void>();
    }

    static failure took_too_long();

    /// Why it has ended; nothing while it is open.
    const std::optional<failure>& ended() const noexcept { return ended_; }

protected:
    service_link(boost::asio::any_io_executor home, std::unique_ptr<byte_stream> over);
    ~service_link() = default;

    struct waiter {
        waiter(service_link& of, time deadline)
            : of_link(of), woken(of.waiters_.emplace(of.waiters_.end(), of.home_, deadline))
        {
        }
        waiter(const waiter&) = delete;
        waiter& operator=(const waiter&) = delete;
        ~waiter() { of_link.waiters_.erase(woken); }

        service_link& of_link;
        std::list<async::signal>::iterator woken;
    };

    static failure closed_by_service();
    static failure not_understood(std::string_view why);

    /// Closes the stream; the first reason stays.
    void end(failure why);

    /// Has each that waits look at its condition.
    void wake_all();

    const boost::asio::any_io_executor& home() const noexcept { return home_; }
    byte_stream& stream() const noexcept { return *stream_; }

private:
    boost::asio::any_io_executor home_;
    std::unique_ptr<byte_stream> stream_;
    std::list<async::signal> waiters_;
    std::optional<failure> ended_;
};

} // namespace thimble::device::coredevice
