// Bits of a NAL unit's payload, without the bytes that keep start codes out of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace thimble::hevc {

/// Once it is asked for more than there is, it answers zeros and says so.
class bit_reader {
public:
    explicit bit_reader(std::span<const std::byte> payload);

    /// At most 32 bits.
    std::uint32_t bits(unsigned count);
    bool flag() { return bits(1) != 0; }
    void skip(std::size_t count);

    /// A number in Exp-Golomb code, ue(v) of ITU-T H.265; one of more than 32 bits is too much.
    std::uint32_t exp_golomb();

    bool exhausted() const noexcept { return exhausted_; }

private:
    bool next();

    std::vector<std::byte> content_;
    std::size_t at_ = 0; // in bits
    bool exhausted_ = false;
};

} // namespace thimble::hevc
