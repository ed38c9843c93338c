// Lines as they come, each with a limit.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace thimble::mcp::stdio {

struct line {
    std::string text;
    bool too_long = false; // and therefore not kept
};

/// Home thread.
class line_reader {
public:
    line_reader(boost::asio::posix::stream_descriptor from, std::size_t most_bytes);

    /// Nothing when there is no more. A last line need not be terminated.
    boost::asio::awaitable<std::optional<line>> next();

private:
    std::optional<line> take_line();

    boost::asio::posix::stream_descriptor in_;
    std::size_t most_bytes_;
    std::array<char, 16UL * 1024> chunk_{};
    std::string read_;         // and not yet given
    std::size_t searched_ = 0; // bytes of it that have no end of a line
    bool skipping_ = false;    // what is left of a line that is too long
    bool ended_ = false;
};

} // namespace thimble::mcp::stdio
