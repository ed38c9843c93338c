// Requests that are being answered, each of which can be cancelled.
#pragma once

#include "async/signal.hpp"
#include "mcp/principal.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>

namespace thimble::mcp {

/// Home thread. Outlives what runs in it: cancel_all() and until_empty() come before its end.
class running_requests {
public:
    using handle = std::uint64_t;
    using failure_log = std::function<void(const std::exception_ptr&)>;

    running_requests(boost::asio::any_io_executor home, failure_log on_failure);

    /// For begin(); so that it is known before the work begins.
    handle next_handle() { return ++last_; }

    void begin(handle as, principal who, boost::asio::awaitable<void> work);

    /// Nothing if it is over.
    void cancel(handle which);
    void cancel_where(const std::function<bool(const principal&)>& gone);
    void cancel_all();

    boost::asio::awaitable<void> until_empty();
    std::size_t size() const noexcept { return running_.size(); }

private:
    struct running {
        principal who;
        boost::asio::cancellation_signal signal;
    };

    void report(const std::exception_ptr& problem) const;

    boost::asio::any_io_executor home_;
    failure_log on_failure_;
    std::map<handle, running> running_;
    handle last_ = 0;
    async::signal ended_;
};

} // namespace thimble::mcp
