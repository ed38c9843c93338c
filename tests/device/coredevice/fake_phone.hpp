// A phone with a directory and services above its tunnel, in the test's own hands.
#pragma once

#include "device/coredevice/core_device.hpp"
#include "tests/device/coredevice/fake_service.hpp"

#include <boost/asio/io_context.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace thimble::tests {

class fake_phone {
public:
    explicit fake_phone(boost::asio::io_context& context);

    /// A service that is in the directory from the next reading of it on.
    fake_service& add(const std::string& name,
                      fake_service::handler on_message,
                      std::vector<std::string> features = {});

    /// A CoreDevice service that answers each invocation with `output`.
    fake_service& add_answering(const std::string& name, xpc::value output);

    /// The host's side, whose directory has been read.
    device::coredevice::core_device& connected();

    fake_service directory;
    int refusals = 0; // connections that are refused before one is accepted
    bool is_silent = false;
    std::shared_ptr<device::coredevice::service_recorder> recorder; // of the host's side

private:
    boost::asio::awaitable<device::result<std::unique_ptr<device::coredevice::byte_stream>>>
    open(std::uint16_t port);
    xpc::dictionary handshake() const;

    boost::asio::io_context& context_;
    xpc::dictionary entries_;
    std::map<std::uint16_t, std::unique_ptr<fake_service>> services_;
    std::unique_ptr<device::coredevice::core_device> host_;
};

/// The input of an invocation; a dictionary unless the test fails.
xpc::dictionary input_of(const fake_service::heard_message& what);

std::string feature_of(const fake_service::heard_message& what);

} // namespace thimble::tests
