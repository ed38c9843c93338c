// Many simulated daemons on one thread, linked with one service or with several nodes of one.
#pragma once

#include "bench/enrolled_desktops.hpp"
#include "bench/simulated_daemon.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace thimble::bench {

/// Belongs to the thread that calls it.
class daemon_crowd {
public:
    /// A daemon for each desktop, linked in turn with the services at these ports of loopback. The
    /// first `with_pictures` of them open their second connection as well.
    daemon_crowd(const std::vector<std::uint16_t>& ports,
                 const std::vector<enrolled_desktop>& desktops,
                 std::size_t with_pictures);

    /// The first `count` are there when it returns.
    void link(std::size_t count);

    /// They answer what they are sent.
    void idle(std::chrono::milliseconds time);

    template <class Condition>
    void run_until(Condition holds)
    {
        context_.restart();
        while (!holds())
            context_.run_one();
    }

    boost::asio::io_context& context() noexcept { return context_; }
    std::size_t size() const noexcept { return daemons_.size(); }
    const std::string& udid_of(std::size_t which) const { return daemons_.at(which)->udid(); }
    std::size_t linked() const;
    std::size_t heartbeats() const;

private:
    void dial(std::size_t count);

    std::size_t with_pictures_;
    boost::asio::io_context context_{1};
    std::vector<std::unique_ptr<simulated_daemon>> daemons_;
    std::size_t next_ = 0;
    std::size_t dialling_ = 0;
    std::size_t welcomed_ = 0;
};

} // namespace thimble::bench
