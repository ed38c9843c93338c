// Plays a recorded conversation back: the phone of a recording, asked over real sockets.
#pragma once

#include "device/usbmux/phone_ports.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace thimble::tests {

/// One request and its answer, as `thimbled --record` wrote them.
struct recorded_exchange {
    std::string method;
    std::string target;
    std::string body;
    unsigned status = 0;
    std::string answer;
};

/// The exchanges of a recording; other lines are left out. Throws when a line is not understood.
std::vector<recorded_exchange> read_recording(const std::filesystem::path& file);

/// Answers in the order of the recording, over any number of connections. A request that is not the
/// recorded one is answered with an error of its own, which `difference` keeps.
class replayed_runner {
public:
    replayed_runner(boost::asio::io_context& context, std::vector<recorded_exchange> exchanges);

    device::port_opener opener();

    /// "" while everything has been asked as recorded.
    const std::string& difference() const { return difference_; }
    bool finished() const { return next_ == exchanges_.size(); }

private:
    boost::asio::awaitable<device::result<device::port_stream>> open();
    boost::asio::awaitable<void> serve(boost::asio::local::stream_protocol::socket socket);

    /// The whole HTTP response.
    std::string
    answer_to(const std::string& method, const std::string& target, const std::string& body);

    boost::asio::io_context& context_;
    std::vector<recorded_exchange> exchanges_;
    std::size_t next_ = 0;
    std::string difference_;
};

} // namespace thimble::tests
