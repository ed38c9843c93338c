// Somebody who watches GET P/stream: reads its parts one after the other.
#pragma once

#include "tests/e2e/http_client.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace thimble::e2e {

class stream_viewer {
public:
    struct picture {
        header_fields headers; // of its part; names in lower case
        std::string jpeg;
        std::chrono::system_clock::time_point arrived_at; // its last byte

        std::string header(const std::string& name) const;

        /// From the capture to its arrival.
        std::chrono::duration<double, std::milli> age() const;
    };

    /// Asks for `target` and reads the head of the answer. Everything that it waits for from now on
    /// comes within `timeout`, or not at all.
    stream_viewer(std::uint16_t port,
                  const std::string& key,
                  const std::string& target,
                  std::chrono::milliseconds timeout = std::chrono::seconds(30));

    int status() const noexcept { return status_; }
    const header_fields& headers() const noexcept { return headers_; }

    /// The next picture; nothing when the stream has ended, is not what it should be, or sends
    /// nothing for too long.
    std::optional<picture> next();

private:
    header_fields read_fields();

    boost::asio::ip::tcp::iostream connection_;
    std::chrono::milliseconds timeout_;
    int status_ = 0;
    header_fields headers_;
    std::string boundary_;
};

} // namespace thimble::e2e
