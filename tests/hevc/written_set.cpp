#include "tests/hevc/written_set.hpp"

namespace thimble::hevc {

namespace {

/// Bits, the first the most significant, as a parameter set with a NAL header.
class written_bits {
public:
    written_bits& put(std::uint64_t value, unsigned count)
    {
        for (unsigned each = count; each > 0; --each)
            bits_.push_back((value >> (each - 1) & 1U) != 0);
        return *this;
    }

    written_bits& exp_golomb(std::uint64_t value)
    {
        unsigned length = 0;
        while ((value + 1) >> (length + 1) != 0)
            ++length;
        return put(0, length).put(value + 1, length + 1);
    }

    /// With what keeps start codes out of it.
    bytes unit(unsigned type) const
    {
        bytes out{static_cast<std::byte>(type << 1U), std::byte{1}};
        int zeros = 0;
        for (std::size_t at = 0; at < bits_.size(); at += 8) {
            unsigned octet = 0;
            for (std::size_t bit = at; bit < at + 8; ++bit)
                octet = octet * 2 + (bit < bits_.size() && bits_[bit] ? 1U : 0U);
            if (zeros == 2 && octet <= 3) {
                out.push_back(std::byte{3});
                zeros = 0;
            }
            zeros = octet == 0 ? zeros + 1 : 0;
            out.push_back(static_cast<std::byte>(octet));
        }
        return out;
    }

private:
    std::vector<bool> bits_;
};

} // namespace

bytes written_set::unit() const
{
    written_bits to;
    to.put(0, 4).put(layers - 1, 3).put(1, 1);
    to.put(0, 2).put(1, 1).put(2, 5).put(0x20000000, 32).put(0xB00000000000, 48).put(153, 8);
    const auto has_profile = [this](unsigned layer) { return !bare_layers || layer % 2 == 0; };
    for (unsigned each = 1; each < layers; ++each)
        to.put(has_profile(each) ? 3U : 1U, 2); // profile and level
    if (layers > 1)
        to.put(0, 2 * (8 - (layers - 1)));
    for (unsigned each = 1; each < layers; ++each) {
        if (has_profile(each))
            to.put(0x55, 48).put(0x55, 40);
        to.put(0, 8);
    }
    to.exp_golomb(0).exp_golomb(chroma_format);
    if (chroma_format == 3)
        to.put(0, 1);
    to.exp_golomb(width).exp_golomb(height).put(cut.empty() ? 0 : 1, 1);
    for (const auto each : cut)
        to.exp_golomb(each);
    return to.exp_golomb(luma).exp_golomb(chroma).put(1, 1).unit(33);
}

} // namespace thimble::hevc
