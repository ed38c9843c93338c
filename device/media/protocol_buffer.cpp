#include "device/media/protocol_buffer.hpp"

namespace thimble::device::media {
namespace {

constexpr unsigned number_kind = 0;
constexpr unsigned content_kind = 2;
constexpr std::uint64_t seven_bits = 0x7f;
constexpr std::byte goes_on{0x80};

} // namespace

void protocol_buffer::put(std::uint64_t value, std::size_t width)
{
    for (std::size_t count = 1;; ++count) {
        const auto low = static_cast<std::byte>(value & seven_bits);
        value >>= 7U;
        if (value == 0 && count >= width) {
            written_.push_back(low);
            return;
        }
        written_.push_back(low | goes_on);
    }
}

void protocol_buffer::number(unsigned field, std::uint64_t value, std::size_t width)
{
    put((field << 3U) | number_kind);
    put(value, width);
}

void protocol_buffer::content(unsigned field, byte_view of)
{
    put((field << 3U) | content_kind);
    put(of.size());
    written_.insert(written_.end(), of.begin(), of.end());
}

void protocol_buffer::text(unsigned field, std::string_view of)
{
    content(field, std::as_bytes(std::span(of)));
}

} // namespace thimble::device::media
