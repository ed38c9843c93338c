#include "device/coredevice/http2_frame.hpp"

namespace thimble::device::coredevice::http2 {
namespace {

constexpr std::uint32_t stream_bits = 0x7fff'ffff; // the first bit is reserved and is ignored

std::size_t payload_bytes(std::span<const std::byte> header)
{
    return word(header) >> 8U;
}

frame frame_in(std::span<const std::byte> bytes, std::size_t length)
{
    const auto payload = bytes.subspan(frame_header_bytes, length);
    return {.type = static_cast<frame_type>(bytes[3]),
            .flags = std::to_integer<std::uint8_t>(bytes[4]),
            .stream = word(bytes.subspan(5)) & stream_bits,
            .payload = {payload.begin(), payload.end()}};
}

} // namespace

std::string_view to_string(fault what)
{
    switch (what) {
    case fault::frame_size:
        return "frame_size";
    case fault::flow_control:
        return "flow_control";
    case fault::protocol:
        return "protocol";
    case fault::flood:
        return "flood";
    }
    return "";
}

void put_word(std::vector<std::byte>& to, std::uint32_t what)
{
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        to.push_back(static_cast<std::byte>(what >> shift));
}

std::uint32_t word(std::span<const std::byte> from)
{
    std::uint32_t result = 0;
    for (const auto each : from.first<4>())
        result = (result << 8U) | std::to_integer<std::uint32_t>(each);
    return result;
}

void encode(std::vector<std::byte>& to,
            frame_type type,
            std::uint8_t flags,
            std::uint32_t stream,
            std::span<const std::byte> payload)
{
    put_word(to,
             (static_cast<std::uint32_t>(payload.size()) << 8U) | static_cast<std::uint32_t>(type));
    to.push_back(static_cast<std::byte>(flags));
    put_word(to, stream);
    to.insert(to.end(), payload.begin(), payload.end());
}

std::expected<std::vector<frame>, fault> frame_reader::take(std::span<const std::byte> bytes)
{
    if (failed_)
        return std::unexpected(*failed_);
    std::vector<frame> result;
    begun_.insert(begun_.end(), bytes.begin(), bytes.end());
    std::span<const std::byte> rest = begun_;
    while (rest.size() >= frame_header_bytes) {
        const auto length = payload_bytes(rest);
        if (length > largest_frame) {
            failed_ = fault::frame_size;
            return std::unexpected(*failed_);
        }
        if (rest.size() - frame_header_bytes < length)
            break;
        result.push_back(frame_in(rest, length));
        rest = rest.subspan(frame_header_bytes + length);
    }
    begun_.erase(begun_.begin(), begun_.end() - static_cast<std::ptrdiff_t>(rest.size()));
    return result;
}

} // namespace thimble::device::coredevice::http2
