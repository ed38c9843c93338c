// Starts an installed runner through the services of its phone.
#pragma once

#include "device/coredevice/byte_stream.hpp"
#include "device/fleet/runner_keeper.hpp"
#include "device/runner_start/runner_configuration.hpp"

#include <functional>
#include <memory>
#include <string>

namespace thimble::device {

struct runner_streams {
    std::unique_ptr<coredevice::byte_stream> hub; // of instruments
    std::unique_ptr<coredevice::byte_stream> session{};
    std::unique_ptr<coredevice::byte_stream> control{}; // likewise of testmanagerd
};

/// The phone's services, by the tunnel or by lockdownd. All may fail; home thread.
struct runner_services_of_phone {
    runner_start::session_kind kind = runner_start::session_kind::ios_17;

    /// The streams to testmanagerd for a test session only.
    std::function<boost::asio::awaitable<result<runner_streams>>(start_way way)> open;
    std::function<boost::asio::awaitable<result<std::unique_ptr<coredevice::byte_stream>>>()>
        open_hub;
    std::function<boost::asio::awaitable<result<runner_start::runner_app>>(std::string bundle_id)>
        find;
    std::function<boost::asio::awaitable<result<void>>(std::string bundle_id,
                                                       runner_start::configuration_file file)>
        write;
};

/// Home thread. Ends when the runner has been told to begin; it answers some seconds later. The run
/// keeps what it needs of `through`. One that runs already has it fail with `runner_runs`, unless
/// it is to be replaced.
boost::asio::awaitable<runner_start_outcome>
start_runner(runner_services_of_phone through, runner_choice which, bool replace);

} // namespace thimble::device
