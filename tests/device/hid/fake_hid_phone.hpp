// A phone whose HID service is in the test's own hands, on as many connections as are made.
#pragma once

#include "device/coredevice/core_device.hpp"
#include "tests/device/coredevice/fake_service.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::tests {

/// A report as it has come.
struct heard_report {
    std::string bytes; // hexadecimal
    std::uint64_t surface = 0;
    std::size_t connection = 0; // 0: the first that was made
    std::chrono::steady_clock::time_point at;

    /// Of a finger: "090105c2".
    bool begins(std::string_view hexadecimal) const { return bytes.starts_with(hexadecimal); }
};

class fake_hid_phone {
public:
    explicit fake_hid_phone(boost::asio::io_context& context);

    /// The host's side, whose directory has been read.
    device::coredevice::core_device& connected();

    /// Ends a connection, as a phone does that restarts its service.
    void hang_up(std::size_t connection) { connections.at(connection)->hang_up(); }

    std::vector<std::uint64_t> surfaces{257, 512, 1026, 1280, 1281}; // that are listed
    bool too_old = false;        // and says so when it is asked for its surfaces
    bool lists_surfaces = true;  // or else leaves the question unanswered, its connection closed
    bool makes_keyboards = true; // or else answers with nothing
    bool drops_keyboard_wishes = false; // by ending their connections
    bool refuses = false;               // connections
    bool names_hid_service = true;      // in its directory

    std::function<void(const heard_report&)> on_report; // after it was put down, or nullptr

    std::vector<heard_report> reports;
    std::vector<std::string> questions; // "connectedServices", "createService"
    std::vector<std::unique_ptr<fake_service>> connections;

private:
    boost::asio::awaitable<device::result<std::unique_ptr<device::coredevice::byte_stream>>>
    open(std::uint16_t port);
    xpc::dictionary handshake() const;
    void take(std::size_t connection, const fake_service::heard_message& what);

    boost::asio::io_context& context_;
    fake_service directory_;
    std::unique_ptr<device::coredevice::core_device> host_;
};

} // namespace thimble::tests
