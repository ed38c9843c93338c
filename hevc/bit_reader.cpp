#include "hevc/bit_reader.hpp"

namespace thimble::hevc {

/// After two zero bytes a 3 is no part of the content (7.3.1.1 of ITU-T H.265).
bit_reader::bit_reader(std::span<const std::byte> payload)
{
    content_.reserve(payload.size());
    int zeros = 0;
    for (const auto each : payload) {
        if (zeros >= 2 && each == std::byte{3}) {
            zeros = 0;
            continue;
        }
        zeros = each == std::byte{0} ? zeros + 1 : 0;
        content_.push_back(each);
    }
}

bool bit_reader::next()
{
    if (at_ >= content_.size() * 8) {
        exhausted_ = true;
        return false;
    }
    const auto shift = 7 - at_ % 8;
    const bool set = (std::to_integer<unsigned>(content_[at_ / 8]) >> shift & 1U) != 0;
    ++at_;
    return set;
}

std::uint32_t bit_reader::bits(unsigned count)
{
    std::uint32_t value = 0;
    for (unsigned each = 0; each < count; ++each)
        value = value << 1U | (next() ? 1U : 0U);
    return value;
}

void bit_reader::skip(std::size_t count)
{
    if (count > content_.size() * 8 - at_) {
        at_ = content_.size() * 8;
        exhausted_ = true;
    } else {
        at_ += count;
    }
}

std::uint32_t bit_reader::exp_golomb()
{
    unsigned zeros = 0;
    while (!next()) {
        if (exhausted_ || ++zeros > 31) {
            exhausted_ = true;
            return 0;
        }
    }
    return ((1U << zeros) - 1) + bits(zeros);
}

} // namespace thimble::hevc
