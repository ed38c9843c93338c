#include "device/tunnel/early_bytes.hpp"

#include <utility>

namespace thimble::device::tunnel {
namespace {

/// Counted for each piece beside its bytes, so that the limit holds for many small ones as well.
constexpr std::size_t cost_of_piece = 128;

} // namespace

void early_bytes::keep(std::uint64_t at, std::span<const std::byte> bytes)
{
    const auto found = pieces_.find(at);
    const auto had = found == pieces_.end() ? 0 : found->second.size();
    if (bytes.size() <= had || size_ + bytes.size() + cost_of_piece > most_)
        return;
    size_ += bytes.size() - had + (had == 0 ? cost_of_piece : 0);
    pieces_[at].assign(bytes.begin(), bytes.end());
}

std::span<const std::byte> early_bytes::next(std::uint64_t at)
{
    while (!pieces_.empty() && pieces_.begin()->first <= at) {
        const auto first = pieces_.begin();
        const auto known = at - first->first;
        returned_ = std::move(first->second);
        pieces_.erase(first);
        size_ -= returned_.size() + cost_of_piece;
        if (known < returned_.size())
            return std::span<const std::byte>(returned_).subspan(known);
    }
    return {};
}

void early_bytes::clear()
{
    pieces_.clear();
    returned_ = {};
    size_ = 0;
}

} // namespace thimble::device::tunnel
