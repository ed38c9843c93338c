// Bytes on their way: put in at the end, taken out at the front.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace thimble::virtualphone::tunnel {

using bytes = std::vector<std::uint8_t>;
using byte_view = std::span<const std::uint8_t>;

class byte_buffer {
public:
    std::size_t size() const noexcept { return content_.size() - taken_; }
    bool empty() const noexcept { return size() == 0; }
    byte_view view() const noexcept { return byte_view(content_).subspan(taken_); }

    void append(byte_view more) { content_.insert(content_.end(), more.begin(), more.end()); }

    /// `count` is at most size(). Memory goes back once nothing is left.
    void consume(std::size_t count)
    {
        constexpr std::size_t worth_moving = std::size_t{64} << 10U;
        taken_ += count;
        if (taken_ == content_.size()) {
            content_ = {};
            taken_ = 0;
        } else if (taken_ > worth_moving && taken_ > content_.size() / 2) {
            content_.erase(content_.begin(),
                           content_.begin() + static_cast<std::ptrdiff_t>(taken_));
            taken_ = 0;
        }
    }

private:
    bytes content_;
    std::size_t taken_ = 0;
};

} // namespace thimble::virtualphone::tunnel
