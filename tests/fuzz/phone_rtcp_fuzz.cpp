// Datagrams that a host sends to the port of a media stream of the virtual phone.
#include "tests/fuzz/fuzz.hpp"
#include "virtualphone/media/protocol/rtcp.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    namespace media = virtualphone::media;
    const media::byte_view input(data, size);
    const auto read = media::parse_control(input);
    if (!read)
        return 0;
    fuzz::require(read->empty() || media::is_control(input), "what is read is control");
    std::size_t bytes = 0;
    for (const media::control_packet& each : *read) {
        bytes += 8 + each.content.size();
        if (media::asks_for_key(each))
            fuzz::require(each.type == media::control_type::payload_feedback,
                          "only feedback asks for pictures");
    }
    fuzz::require(bytes == size, "all of the datagram has been read");
    return 0;
}
