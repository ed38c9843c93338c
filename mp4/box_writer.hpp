// Boxes of ISO/IEC 14496-12: numbers with the most significant byte first, sizes filled in at the
// end of each box.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace thimble::mp4 {

using bytes = std::vector<std::byte>;

/// Appends to bytes that outlive it. Boxes lie in one another as open() and close() do.
class box_writer {
public:
    explicit box_writer(bytes& to) : to_(to) {}
    box_writer(const box_writer&) = delete;
    box_writer& operator=(const box_writer&) = delete;

    /// `type` has four characters.
    void open(std::string_view type);

    /// A box with a version and 24 flags.
    void open(std::string_view type, std::uint8_t version, std::uint32_t flags);
    void close();

    void put8(std::uint8_t value) { to_.push_back(std::byte{value}); }
    void put16(std::uint16_t value) { put(value, 2); }
    void put32(std::uint32_t value) { put(value, 4); }
    void put64(std::uint64_t value) { put(value, 8); }
    void put_zeros(std::size_t count) { to_.insert(to_.end(), count, std::byte{0}); }
    void put(std::string_view characters);
    void put(std::span<const std::byte> content);

    /// Place of what comes next, for set32().
    std::size_t place() const noexcept { return to_.size(); }
    void set32(std::size_t at, std::uint32_t value);

private:
    void put(std::uint64_t value, unsigned length);

    bytes& to_;
    std::vector<std::size_t> open_; // where boxes begin whose end has not come
};

} // namespace thimble::mp4
