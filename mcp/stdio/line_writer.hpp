// Messages on their way out, one a line.
#pragma once

#include "async/signal.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <cstddef>
#include <deque>
#include <string>

namespace thimble::mcp::stdio {

/// Home thread.
class line_writer {
public:
    explicit line_writer(boost::asio::posix::stream_descriptor to);

    /// Goes out as soon as what came before has.
    void write(std::string line);

    /// Writes out what has been queued, and nothing else.
    void close();

    /// Until it has been closed and everything is out, or nobody reads.
    boost::asio::awaitable<void> run();

    /// Nobody reads, or not quickly enough.
    bool broken() const noexcept { return broken_; }

private:
    boost::asio::posix::stream_descriptor out_;
    std::deque<std::string> lines_;
    std::size_t waiting_bytes_ = 0;
    async::signal changed_;
    bool closed_ = false;
    bool broken_ = false;
};

} // namespace thimble::mcp::stdio
