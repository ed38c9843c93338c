// Finds the packets in the bytes of a tunnel, which come without any framing of their own.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace thimble::device::tunnel {

/// IPv6 packets follow one another; each says in its header how long it is.
class packet_splitter {
public:
    /// A longer packet than `most_bytes` cannot come, so that what looks like one is not one.
    explicit packet_splitter(std::size_t most_bytes);

    /// Where the next bytes go: room for at least one packet. Ends what next() has returned.
    std::span<std::byte> room();
    void arrived(std::size_t count) { end_ += count; }

    /// The next whole packet, if it is there; it lasts until room() is called.
    std::optional<std::span<const std::byte>> next();

    /// Where a packet has to begin there was none: nothing that follows can be read.
    bool lost() const noexcept { return lost_; }

private:
    std::vector<std::byte> bytes_;
    std::size_t most_bytes_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    bool lost_ = false;
};

} // namespace thimble::device::tunnel
