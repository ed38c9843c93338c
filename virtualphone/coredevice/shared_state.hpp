// The state of one phone that its CoreDevice services share between tunnels.
#pragma once

#include "virtualphone/coredevice/input_surfaces.hpp"
#include "virtualphone/media/stream_server.hpp"
#include "virtualphone/os/model/event_log.hpp"
#include "virtualphone/xctest/test_manager.hpp"
#include "virtualphone/xpc/protocol/object.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone::xpc {

class connection;

} // namespace thimble::virtualphone::xpc

namespace thimble::virtualphone::coredevice {

struct media_request;

/// Home thread only.
struct shared_state {
    std::map<std::string, std::int64_t, std::less<>> processes; // of apps, by bundle id
    std::int64_t latest_process = 400;
    std::map<std::uint64_t, milliseconds> buttons_down; // since when, by usage
    input_surfaces surfaces;                            // for reports of HID
    media::stream_server streams;
    std::shared_ptr<const media_request> media_requested; // of the stream that runs
    const xpc::connection* media_started_by = nullptr;    // and the connection that asked for it
    std::optional<xpc::uuid> host;                        // that has told its name last
    std::chrono::steady_clock::time_point refuses_until{};
    xctest::test_manager tests; // which older phones have as well

    /// Content of a file in an app's container, by its path on the phone; nothing: it is not there.
    /// Empty: no host has put any there.
    std::function<std::optional<std::vector<std::uint8_t>>(const std::string& bundle_id,
                                                           std::string_view path)>
        read_file_of_app;
};

} // namespace thimble::virtualphone::coredevice
