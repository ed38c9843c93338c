// Bytes on their way, first in first out, up to a limit.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace thimble::device::tunnel {

/// A ring that grows with what is in it and gives the memory back when it is empty again.
class byte_queue {
public:
    explicit byte_queue(std::size_t most) : most_(most) {}

    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    std::size_t free() const noexcept { return most_ - size_; }
    std::size_t most() const noexcept { return most_; }

    /// Takes as many of the first bytes as there is room for, and returns how many.
    std::size_t append(std::span<const std::byte> bytes);

    /// Copies the bytes from position `at` on; there are as many.
    void copy(std::size_t at, std::span<std::byte> to) const;

    /// The first `count` bytes are done with.
    void drop(std::size_t count);

private:
    void grow_to(std::size_t size);

    std::size_t most_;
    std::unique_ptr<std::byte[]> bytes_; // NOLINT(modernize-avoid-c-arrays): not filled with zeros
    std::size_t capacity_ = 0;           // a power of two, or 0
    std::size_t begin_ = 0;
    std::size_t size_ = 0;
};

} // namespace thimble::device::tunnel
