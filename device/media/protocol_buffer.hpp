// Writes the fields of a protocol buffer, in the order in which they are given.
#pragma once

#include "device/media/nal_unit.hpp"

#include <string_view>

namespace thimble::device::media {

class protocol_buffer {
public:
    /// `width`: as many bytes, with more of them than it needs where it needs fewer.
    void number(unsigned field, std::uint64_t value, std::size_t width = 0);
    void content(unsigned field, byte_view of);
    void text(unsigned field, std::string_view of);

    const bytes& written() const noexcept { return written_; }

private:
    void put(std::uint64_t value, std::size_t width = 0);

    bytes written_;
};

} // namespace thimble::device::media
