// Plays a recorded conversation with a phone's services back, to the host's real side.
#pragma once

#include "device/coredevice/byte_stream.hpp"
#include "device/coredevice/service_directory.hpp"
#include "tests/device/coredevice/fake_service.hpp"
#include "tests/device/coredevice/recorded_services.hpp"

#include <boost/asio/io_context.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace thimble::tests {

/// A phone that says on each connection to a service what it said on the recorded one, the first on
/// the first. A request that is not the recorded one, as recordings keep it, is refused with the
/// cause "replay 1", a connection beyond the recorded ones with "not_recorded"; `difference` tells
/// of either. Outlives its streams.
class replayed_services {
public:
    static constexpr std::uint16_t directory_port = 50'001;

    replayed_services(boost::asio::io_context& context,
                      std::vector<recorded_conversation> conversations);
    ~replayed_services();

    device::coredevice::stream_opener opener();

    /// "" while everything has been asked as recorded.
    const std::string& difference() const { return difference_; }

    /// True once all recorded requests have been asked.
    bool finished() const;

private:
    class connection;

    boost::asio::awaitable<device::result<std::unique_ptr<device::coredevice::byte_stream>>>
    open(std::uint16_t port);
    std::string service_at(std::uint16_t port) const;

    boost::asio::io_context& context_;
    std::vector<recorded_conversation> conversations_;
    std::map<std::string, std::size_t> opened_; // of each service
    std::vector<std::unique_ptr<connection>> connections_;
    device::coredevice::service_directory directory_; // as it was sent last
    std::string difference_;
};

} // namespace thimble::tests
