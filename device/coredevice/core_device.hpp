// The services of a phone above its tunnel: which there are, and how they are asked.
#pragma once

#include "device/coredevice/byte_stream.hpp"
#include "device/coredevice/invocation.hpp"
#include "device/coredevice/remote_xpc.hpp"
#include "device/coredevice/service_directory.hpp"
#include "device/coredevice/service_recorder.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace thimble::device::coredevice {

/// Home thread; outlives what it is asked. Each question opens a connection of its own, as
/// appium-ios-remotexpc does: some services answer one request a connection only, and one that has
/// been given up cannot confuse the next.
class core_device {
public:
    struct options {
        std::uint16_t directory_port = 0; // as the tunnel's handshake names it
        host_identity host;               // the same for as long as the program is installed
        int connect_attempts = 5;         // some services listen a moment after they are named
        std::chrono::milliseconds attempt_pause{750};
        std::shared_ptr<service_recorder> recorder = nullptr; // unless all is recorded
    };

    core_device(boost::asio::any_io_executor home, stream_opener open, options how);

    /// Reads the directory, or reads it again: services of the developer image are in it only
    /// after the image has been mounted. The connection stays open, for it tells the phone that
    /// this host is there; it is the one before that is closed.
    boost::asio::awaitable<result<void>> read_directory(std::chrono::milliseconds within);

    /// Empty until it has been read.
    const service_directory& directory() const noexcept { return directory_; }

    /// Ends when the directory's connection does: the phone is gone, or its tunnel.
    boost::asio::awaitable<failure> until_lost();

    /// `unsupported` with the cause "service_missing" where the directory does not name it.
    boost::asio::awaitable<result<remote_xpc>> open(std::string service,
                                                    std::chrono::milliseconds within);

    /// A stream to a service that has a protocol of its own. Fails as open() does.
    boost::asio::awaitable<result<std::unique_ptr<byte_stream>>>
    open_stream(std::string service, std::chrono::milliseconds within);

    /// Sends `body` on a new connection and waits for the reply.
    boost::asio::awaitable<result<xpc::dictionary>>
    ask(std::string service, xpc::dictionary body, std::chrono::milliseconds within);

    /// The request of an invocation, for a service that answers with more than a reply.
    xpc::dictionary wrapped(invocation what) const;

    /// Has the phone do something and gives what came of it. Its own refusals are `refused` with
    /// the cause "DOMAIN CODE", such as "com.apple.dt.CoreDeviceError 9021".
    boost::asio::awaitable<result<xpc::value>>
    invoke(std::string service, invocation what, std::chrono::milliseconds within);

    /// nullptr unless all is recorded.
    const std::shared_ptr<service_recorder>& recorder() const noexcept { return how_.recorder; }

private:
    boost::asio::awaitable<result<std::unique_ptr<byte_stream>>>
    connect(std::uint16_t port, std::chrono::steady_clock::time_point deadline);
    bool is_worth_another_attempt(const failure& what) const;
    boost::asio::awaitable<result<remote_xpc>>
    agree(std::string service, std::uint16_t port, std::chrono::steady_clock::time_point deadline);
    std::shared_ptr<recorded_connection> recording_of(const std::string& service) const;

    boost::asio::any_io_executor home_;
    stream_opener open_;
    options how_;
    service_directory directory_;
    std::optional<remote_xpc> attachment_; // the directory's connection
};

} // namespace thimble::device::coredevice
