// Packets that come out of a tunnel: they are the same however the stream is cut, and a segment
// that can be read can be written and read again. The first two bytes say how the stream is cut.
#include "device/tunnel/packet_splitter.hpp"
#include "device/tunnel/tcp_segment.hpp"
#include "device/tunnel/udp_datagram.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <vector>

namespace thimble::fuzz {

namespace {

namespace tunnel = device::tunnel;

constexpr std::size_t most_packet = 1'280;

struct found_packets {
    std::vector<std::vector<std::byte>> packets;
    bool lost = false;
};

found_packets split(std::span<const std::byte> input, std::size_t piece)
{
    tunnel::packet_splitter splitter(most_packet);
    found_packets result;
    while (!input.empty() && !splitter.lost()) {
        const auto room = splitter.room();
        require(room.size() >= most_packet, "there is room for a packet");
        const auto count = std::min({piece, input.size(), room.size()});
        std::ranges::copy(input.first(count), room.begin());
        input = input.subspan(count);
        splitter.arrived(count);
        while (const auto packet = splitter.next())
            result.packets.emplace_back(packet->begin(), packet->end());
    }
    result.lost = splitter.lost();
    return result;
}

void check_tcp(const tunnel::ipv6_packet& packet)
{
    const auto segment = tunnel::parse_tcp(packet);
    if (!segment)
        return;
    const auto headers = tunnel::ipv6_packet::header_bytes + tunnel::header_bytes_of(*segment);
    std::vector<std::byte> written(headers + segment->payload.size());
    std::ranges::copy(segment->payload, written.begin() + static_cast<std::ptrdiff_t>(headers));
    tunnel::write_tcp_packet(written, *segment, packet.source, packet.destination);
    const auto again = tunnel::parse_ipv6(written);
    require(again.has_value(), "a packet that was written is read");
    const auto same = tunnel::parse_tcp(*again);
    require(same && same->number == segment->number && same->window == segment->window &&
                same->length() == segment->length(),
            "it is the same segment");
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    if (size < 2)
        return 0;
    const auto input = std::as_bytes(std::span(data + 2, size - 2));
    const auto whole = fuzz::split(input, size);
    const auto cut = fuzz::split(input, 1U + data[0] + 8U * data[1]);
    fuzz::require(whole.lost == cut.lost, "a stream is lost however it is cut");
    fuzz::require(whole.packets == cut.packets, "packets are the same however they are cut");
    for (const auto& each : whole.packets) {
        const auto packet = device::tunnel::parse_ipv6(each);
        fuzz::require(packet.has_value(), "what is found is a packet");
        fuzz::check_tcp(*packet);
        static_cast<void>(device::tunnel::parse_udp(*packet));
    }
    return 0;
}
