// Decoded pixels.
#pragma once

#include "screen/orientation.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace thimble::screen {

/// In pixels; several times what any panel has. A picture that claims more is refused before
/// anything is allocated.
constexpr std::int64_t largest_area = 32'000'000;

/// Red, green, blue, 8 bits each; rows from the top, without gaps between them.
class image {
public:
    static constexpr std::size_t channels = 3;

    image() = default;
    explicit image(pixel_size size);

    pixel_size size() const noexcept { return size_; }
    std::size_t row_bytes() const noexcept;
    std::span<std::uint8_t> pixels() noexcept { return pixels_; }
    std::span<const std::uint8_t> pixels() const noexcept { return pixels_; }

private:
    pixel_size size_;
    std::vector<std::uint8_t> pixels_;
};

} // namespace thimble::screen
