// Process control of instruments: apps launched and ended.
#pragma once

#include "device/dtx/connection.hpp"
#include "device/runner_start/launch.hpp"

#include <functional>

namespace thimble::device::runner_start {

/// Home thread. Fails as dtx::connection does.
class process_control {
public:
    using limit = dtx::connection::limit;

    /// `over` is a stream to the hub of instruments: the port of com.apple.instruments.dtservicehub
    /// in the tunnel, or what lockdownd starts as
    /// com.apple.instruments.remoteserver.DVTSecureSocketProxy up to iOS 16. `on_end` may be empty,
    /// and hears of processes that are observed.
    static boost::asio::awaitable<result<process_control>>
    open(std::unique_ptr<coredevice::byte_stream> over,
         std::function<void(const process_end&)> on_end,
         limit within);

    /// Tries again where the phone cannot launch just now, up to three times and after
    /// `first_pause`, twice and three times that. `within` holds for each try. Failures besides:
    /// "launch_refused", with the phone's own words.
    boost::asio::awaitable<result<process_id>>
    launch(launch_request what,
           limit within,
           std::chrono::milliseconds first_pause = std::chrono::milliseconds(500));

    /// The process of an app that runs; nothing for one that does not.
    boost::asio::awaitable<result<std::optional<process_id>>> find(std::string bundle_id,
                                                                   limit within);

    boost::asio::awaitable<result<void>> observe(process_id which, limit within);

    /// Ends when it has been sent: nothing is answered. A connection that is closed at once may
    /// take it back.
    boost::asio::awaitable<result<void>> kill(process_id which, limit within);

    bool is_open() const noexcept { return hub_.is_open(); }

private:
    process_control(dtx::connection hub, std::int32_t channel)
        : hub_(std::move(hub)), channel_(channel)
    {
    }

    dtx::outgoing_call call_of(std::string selector, dtx::arguments with) const;

    dtx::connection hub_;
    std::int32_t channel_;
};

} // namespace thimble::device::runner_start
