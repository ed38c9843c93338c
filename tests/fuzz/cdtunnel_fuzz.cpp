// The answer that grants a tunnel: whatever comes is read or refused, and what is granted can be
// used.
#include "device/tunnel/cdtunnel.hpp"
#include "tests/fuzz/fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    namespace tunnel = device::tunnel;
    const auto input = std::as_bytes(std::span(data, size));
    if (size < tunnel::handshake_header_bytes)
        return 0;
    const auto length = tunnel::answer_length(input.first(tunnel::handshake_header_bytes));
    fuzz::require(!length || *length <= 8'192, "an answer is short");
    const auto body = fuzz::text_of(data, size).substr(tunnel::handshake_header_bytes);
    const auto granted = tunnel::parse_answer(body, tunnel::asked_mtu);
    if (!granted) {
        fuzz::require(!granted.error().empty(), "a refusal says why");
        return 0;
    }
    fuzz::require(granted->mtu >= tunnel::least_mtu && granted->mtu <= tunnel::asked_mtu,
                  "the size of packets is one that was asked for");
    fuzz::require(granted->host != granted->phone, "the ends have different addresses");
    fuzz::require(granted->directory_port != 0, "the directory has a port");
    return 0;
}
