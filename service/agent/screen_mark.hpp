// Fingerprint of a screen, small enough to keep many.
#pragma once

#include "screen/image.hpp"

#include <cstdint>
#include <vector>

namespace thimble::service::agent {

/// A small grey copy of a picture: some 30 kB. A value.
class screen_mark {
public:
    /// Nothing has been seen: like no screen, not even another of this kind.
    screen_mark() = default;

    /// Takes about a millisecond; on the pool.
    explicit screen_mark(const screen::image& shown);

    /// The same size, and no more differences than noise makes. A filled dot of a passcode is one.
    bool looks_like(const screen_mark& other) const;

    /// The same, the status bar aside, whose clock goes on.
    bool is_same_page_as(const screen_mark& other) const;

private:
    bool is_alike(const screen_mark& other, std::size_t first) const;

    screen::pixel_size size_;
    std::vector<std::uint8_t> greys_;
};

} // namespace thimble::service::agent
