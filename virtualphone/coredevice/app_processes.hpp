// The numbers of the processes of apps.
#pragma once

#include "virtualphone/coredevice/shared_state.hpp"
#include "virtualphone/phone/phone.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <expected>

namespace thimble::virtualphone::coredevice {

/// Gives a number to each app that runs and has none; those of apps that have ended are gone. A
/// runner that has run from the beginning is one of them.
void look_for_processes(shared_state& shared, const phone& device);

/// Its bundle id.
std::optional<std::string> app_of_process(const shared_state& shared, std::int64_t process);

/// False: it does not run. The phone's software is at the present.
bool end_app(phone& device, shared_state& shared, const std::string& bundle_id);

struct launch_request {
    std::string bundle_id;
    bool anew = false;           // one that runs is ended first
    bool behind = false;         // what is in front stays there
    std::string session{};       // of tests, from the environment
    std::string configuration{}; // of tests: path of a file, from the environment
};

/// The number of its process; the error is iOS's word for the reason. WebDriverAgent's runner
/// begins its work.
std::expected<std::int64_t, std::string> launch_app(phone& device,
                                                    shared_state& shared,
                                                    const boost::asio::any_io_executor& home,
                                                    const launch_request& what);

} // namespace thimble::virtualphone::coredevice
