// Bits of a parameter set, one after another.
#pragma once

#include "device/media/nal_unit.hpp"

namespace thimble::device::media {

/// A number that reaches beyond the end reads as 0 and shows in failed(), so that a whole structure
/// can be read before that is looked at. The bytes stay with the caller.
class bit_reader {
public:
    explicit bit_reader(byte_view of) : bytes_(of) {}

    /// At most 32 of them, the first one the most significant.
    std::uint32_t bits(unsigned count);
    bool flag() { return bits(1) != 0; }
    void skip(std::size_t count);

    /// A number in Exp-Golomb code (H.265 9.2); one beyond 32 bits fails.
    std::uint32_t number();

    bool failed() const noexcept { return failed_; }

private:
    byte_view bytes_;
    std::size_t at_ = 0; // in bits
    bool failed_ = false;
};

} // namespace thimble::device::media
