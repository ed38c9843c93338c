// Buffer of bytes that arrived ahead of others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace thimble::device::tunnel {

/// Places are counted from the begin of the stream. On a link that keeps the order this is empty;
/// the limit is for one that does not. Bytes that do not fit are dropped: they come again.
class early_bytes {
public:
    explicit early_bytes(std::size_t most) : most_(most) {}

    void keep(std::uint64_t at, std::span<const std::byte> bytes);

    /// The bytes at `at`, if there are any; dropped by the next call.
    std::span<const std::byte> next(std::uint64_t at);

    bool empty() const noexcept { return pieces_.empty(); }
    std::size_t size() const noexcept { return size_; }
    void clear();

private:
    std::map<std::uint64_t, std::vector<std::byte>> pieces_; // may overlap
    std::vector<std::byte> returned_;
    std::size_t most_;
    std::size_t size_ = 0;
};

} // namespace thimble::device::tunnel
