// The processes whose ends a host wants to hear of.
#pragma once

#include "virtualphone/coredevice/shared_state.hpp"
#include "virtualphone/dtx/connection.hpp"
#include "virtualphone/phone/phone.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <memory>
#include <set>

namespace thimble::virtualphone::instruments {

/// Of one channel. Ends are noticed within 100 ms, and told as those of processes that were killed,
/// but for a runner that has exited: apps of this phone end in no other way that a host could see.
/// Home thread only; phone and state outlive the connection.
class process_observers : public std::enable_shared_from_this<process_observers> {
public:
    static constexpr std::size_t most_observed = 64;

    process_observers(const phone& device,
                      coredevice::shared_state& shared,
                      std::weak_ptr<dtx::connection> host)
        : device_(device), shared_(shared), host_(std::move(host))
    {
    }

    /// False: the call is about something else. More processes than there may be are not observed.
    bool take(const dtx::invocation& what);

private:
    boost::asio::awaitable<void> watch(std::int64_t process, std::int32_t channel);

    const phone& device_;
    coredevice::shared_state& shared_;
    std::weak_ptr<dtx::connection> host_;
    std::set<std::int64_t> observed_;
};

} // namespace thimble::virtualphone::instruments
