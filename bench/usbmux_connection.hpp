// The shortest way to a port of a phone: one usbmux Connect, nothing of ours in between.
#pragma once

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>

#include <cstdint>
#include <filesystem>

namespace thimble::bench {

using stream = boost::asio::generic::stream_protocol::socket;

/// A stream to `port` of the first phone that the usbmuxd at `socket` has. Throws
/// std::runtime_error when there is none or it refuses.
stream connect_to_phone(boost::asio::io_context& context,
                        const std::filesystem::path& socket,
                        std::uint16_t port);

} // namespace thimble::bench
