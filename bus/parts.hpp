// Large messages as several packets, and joined again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::bus {

inline constexpr std::size_t part_bytes = 512UL * 1024;
inline constexpr std::size_t most_parts = 64; // of a message: 32 MiB

/// The largest message that can be sent.
inline constexpr std::size_t largest_message = part_bytes * most_parts;

/// `sender` is a UUID of whoever sends, the same for all its messages. Nothing where the message is
/// too large.
std::optional<std::vector<std::string>> split(std::string_view message, std::string_view sender);

/// Packets under one subject. A message of which a packet is missing is dropped, and so is what is
/// no packet. Bounded: of senders that leave off in the middle the oldest are forgotten.
class joiner {
public:
    /// The message, once it is complete.
    std::optional<std::string> take(std::string_view packet);

    /// Senders of whom a message has begun.
    std::size_t unfinished() const noexcept { return begun_.size(); }

private:
    struct begun {
        std::string sender;
        std::uint32_t next = 0;
        std::uint32_t count = 0;
        std::string bytes = {};
    };

    void forget(std::string_view sender);
    void make_room();

    std::deque<begun> begun_; // the oldest first
    std::size_t bytes_ = 0;
};

} // namespace thimble::service::bus
