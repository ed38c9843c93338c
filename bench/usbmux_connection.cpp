// usbmux in its property-list form: a 16-byte header and XML, both ways.
#include "bench/usbmux_connection.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <bit>
#include <regex>
#include <stdexcept>
#include <string>

namespace thimble::bench {

namespace asio = boost::asio;

namespace {

/// Little endian on the wire, as on every machine that this runs on.
struct message_header {
    std::uint32_t length = 0;
    std::uint32_t version = 1;
    std::uint32_t type = 8; // a property list
    std::uint32_t tag = 1;
};
static_assert(std::endian::native == std::endian::little);

stream open(asio::io_context& context, const std::filesystem::path& socket)
{
    stream result(context);
    result.connect(asio::local::stream_protocol::endpoint(socket.string()));
    return result;
}

std::string ask(stream& mux, const std::string& entries)
{
    const std::string list = R"(<?xml version="1.0"?><plist version="1.0"><dict>)"
                             "<key>ClientVersionString</key><string>thimble-bench</string>"
                             "<key>ProgName</key><string>thimble-bench</string>" +
                             entries + "</dict></plist>";
    message_header header{.length =
                              static_cast<std::uint32_t>(sizeof(message_header) + list.size())};
    asio::write(mux, std::array<asio::const_buffer, 2>{asio::buffer(&header, sizeof header),
                                                       asio::buffer(list)});
    asio::read(mux, asio::buffer(&header, sizeof header));
    std::string answer(header.length - sizeof header, '\0');
    asio::read(mux, asio::buffer(answer));
    return answer;
}

int integer_after(const std::string& key, const std::string& list)
{
    const std::regex entry("<key>" + key + R"(</key>\s*<integer>(\d+)</integer>)");
    std::smatch found;
    if (!std::regex_search(list, found, entry))
        throw std::runtime_error("usbmuxd has no phone: " + list);
    return std::stoi(found[1]);
}

} // namespace

stream
connect_to_phone(asio::io_context& context, const std::filesystem::path& socket, std::uint16_t port)
{
    auto list = open(context, socket);
    const auto device =
        integer_after("DeviceID", ask(list, "<key>MessageType</key><string>ListDevices</string>"));
    auto result = open(context, socket);
    const auto network_order = ((port & 0xffU) << 8U) | (port >> 8U);
    const auto answer =
        ask(result, "<key>MessageType</key><string>Connect</string><key>DeviceID</key><integer>" +
                        std::to_string(device) + "</integer><key>PortNumber</key><integer>" +
                        std::to_string(network_order) + "</integer>");
    if (integer_after("Number", answer) != 0)
        throw std::runtime_error("the phone refused the connection");
    return result;
}

} // namespace thimble::bench
