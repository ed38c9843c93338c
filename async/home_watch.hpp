// Detection of handlers that hold up a home thread.
#pragma once

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstddef>
#include <functional>

namespace thimble::async {

/// Runs what is posted to a home thread. Debug builds take the time of each handler, and tell of
/// those that kept others waiting.
class home_watch {
public:
    /// Of the thread's own processor time, in one handler. Times THIMBLE_TEST_SLOWDOWN, which says
    /// how much slower a build with a sanitizer is.
    static constexpr std::chrono::milliseconds longest{50};
    static std::chrono::nanoseconds granted();

    struct slow_handler {
        std::chrono::milliseconds processor{}; // that the thread has used
        std::chrono::milliseconds passed{};    // 0 where it is not known
        bool is_too_long = false;              // else it was the machine that was busy, or a wait
    };
    using listener = std::function<void(const slow_handler&)>;

    /// `hear` is called on the home thread, between two handlers.
    home_watch(boost::asio::io_context& home, listener hear);

    /// As io_context's: waits for a handler and runs it; 0 when there is nothing left to do.
    std::size_t run_one();
    void run();

private:
    std::size_t run_timed(bool waits);

    boost::asio::io_context& home_;
    listener hear_;
    std::chrono::nanoseconds most_;
};

} // namespace thimble::async
