// The frames in which messages travel: 32 bytes of header, and a piece of a message.
#pragma once

#include "virtualphone/dtx/protocol/message.hpp"

#include <map>
#include <optional>
#include <tuple>

namespace thimble::virtualphone::dtx {

inline constexpr std::size_t frame_header_size = 32;
inline constexpr std::size_t longest_piece = std::size_t{128} << 10U;  // of what we send
inline constexpr std::size_t longest_message = std::size_t{16} << 20U; // that we take

/// All frames of a message, one behind the other.
bytes encode_frames(const envelope& what);

/// Puts the messages of a host together, whatever the pieces in which they come; pieces of several
/// messages may be mixed.
class frame_reader {
public:
    static constexpr std::size_t most_unfinished = 8; // messages
    static constexpr std::size_t most_waiting = 2 * longest_message;

    void append(byte_view more) { in_.insert(in_.end(), more.begin(), more.end()); }

    /// Nothing while none is complete; the error says what is wrong, and ends the connection.
    std::expected<std::optional<envelope>, std::string> next();

    /// Bytes that have to come before next() can say more; at least one.
    std::size_t wanted() const;

private:
    struct header {
        std::uint32_t size_of_header = 0;
        std::uint16_t index = 0;
        std::uint16_t count = 0;
        std::uint32_t size = 0;
        envelope about{};

        std::size_t size_of_frame() const
        {
            return size_of_header + (index > 0 || count == 1 ? size : 0);
        }
    };
    struct unfinished {
        std::uint16_t count = 0;
        std::uint16_t next = 1;
        std::size_t size = 0;
        envelope so_far{};
    };
    using key = std::tuple<std::int32_t, std::uint32_t, std::uint32_t>;
    using outcome = std::expected<std::optional<envelope>, std::string>;

    std::expected<std::optional<header>, std::string> read_header() const;
    outcome take_frame(const header& of, byte_view body);
    outcome begin_message(const header& of);

    bytes in_;
    std::size_t read_ = 0; // of in_
    std::map<key, unfinished> unfinished_;
    std::size_t waiting_ = 0; // bytes that unfinished messages will have
};

} // namespace thimble::virtualphone::dtx
