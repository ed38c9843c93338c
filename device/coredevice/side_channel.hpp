// Features that send elements piece by piece beside their reply.
#pragma once

#include "device/coredevice/core_device.hpp"

#include <chrono>
#include <functional>
#include <string>

namespace thimble::device::coredevice {

struct streaming {
    std::string service;
    std::string feature; // "com.apple.coredevice.feature.…"
    xpc::value input = xpc::dictionary();
    std::string subject; // for failures: "its apps"
    std::chrono::milliseconds open_within{10'000};
    std::chrono::milliseconds longest_silence{30'000};
};

/// Tells `take` the elements of each push, until the phone says that there are no more. A refusal
/// of the phone, and the end of the connection, are failures. `take` is called on the home thread.
boost::asio::awaitable<result<void>>
stream_elements(core_device& of, streaming what, std::function<void(const xpc::array&)> take);

} // namespace thimble::device::coredevice
