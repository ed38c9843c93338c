#include "device/tunnel/byte_queue.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace thimble::device::tunnel {
namespace {

constexpr std::size_t least_capacity = 4096;

/// An empty queue keeps so much, so that small talk does not allocate.
constexpr std::size_t kept_capacity = 64UL << 10;

} // namespace

std::size_t byte_queue::append(std::span<const std::byte> bytes)
{
    const auto count = std::min(bytes.size(), free());
    if (count == 0)
        return 0;
    if (size_ + count > capacity_)
        grow_to(size_ + count);
    const auto end = (begin_ + size_) & (capacity_ - 1);
    const auto first = std::min(count, capacity_ - end);
    std::memcpy(bytes_.get() + end, bytes.data(), first);
    std::memcpy(bytes_.get(), bytes.data() + first, count - first);
    size_ += count;
    return count;
}

void byte_queue::copy(std::size_t at, std::span<std::byte> to) const
{
    if (to.empty())
        return;
    const auto begin = (begin_ + at) & (capacity_ - 1);
    const auto first = std::min(to.size(), capacity_ - begin);
    std::memcpy(to.data(), bytes_.get() + begin, first);
    std::memcpy(to.data() + first, bytes_.get(), to.size() - first);
}

void byte_queue::drop(std::size_t count)
{
    size_ -= count;
    if (size_ > 0) {
        begin_ = (begin_ + count) & (capacity_ - 1);
        return;
    }
    begin_ = 0;
    if (capacity_ > kept_capacity) {
        bytes_.reset();
        capacity_ = 0;
    }
}

void byte_queue::grow_to(std::size_t size)
{
    const auto capacity = std::bit_ceil(std::max(size, least_capacity));
    auto larger = std::make_unique_for_overwrite<std::byte[]>(capacity); // NOLINT
    copy(0, std::span(larger.get(), size_));
    bytes_ = std::move(larger);
    capacity_ = capacity;
    begin_ = 0;
}

} // namespace thimble::device::tunnel
