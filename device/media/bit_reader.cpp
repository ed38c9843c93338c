#include "device/media/bit_reader.hpp"

namespace thimble::device::media {

std::uint32_t bit_reader::bits(unsigned count)
{
    std::uint32_t result = 0;
    for (; count > 0; --count, ++at_) {
        const auto byte = at_ / 8;
        if (byte >= bytes_.size()) {
            failed_ = true;
            return 0;
        }
        const auto shift = static_cast<unsigned>(7 - (at_ % 8));
        result = (result << 1U) | ((std::to_integer<unsigned>(bytes_[byte]) >> shift) & 1U);
    }
    return result;
}

void bit_reader::skip(std::size_t count)
{
    at_ += count;
    if (at_ > bytes_.size() * 8)
        failed_ = true;
}

std::uint32_t bit_reader::number()
{
    unsigned zeros = 0;
    while (!failed_ && !flag()) {
        if (++zeros > 31) {
            failed_ = true;
            return 0;
        }
    }
    return failed_ ? 0 : (std::uint32_t{1} << zeros) - 1 + bits(zeros);
}

} // namespace thimble::device::media
