// The phone's pasteboard. Its content stands in no failure.
#pragma once

#include "device/coredevice/core_device.hpp"

#include <string>

namespace thimble::device::coredevice {

/// The first text on it; empty where there is none.
boost::asio::awaitable<result<std::string>> read_pasteboard(core_device& of);

/// Replaces what is there.
boost::asio::awaitable<result<void>> write_pasteboard(core_device& of, std::string text);

} // namespace thimble::device::coredevice
