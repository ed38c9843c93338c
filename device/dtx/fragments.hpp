// Messages of DTX as fragments on a stream.
#pragma once

#include "device/dtx/bytes.hpp"
#include "device/dtx/malformed.hpp"

#include <compare>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>

namespace thimble::device::dtx {

/// The part of a fragment's header that is the same for all fragments of a message.
struct message_header {
    std::uint32_t identifier = 0;   // chosen by whoever began the conversation
    std::uint32_t conversation = 0; // 0 begins one, each reply has one more
    std::int32_t channel = 0;
    bool wants_reply = false;

    friend bool operator==(const message_header&, const message_header&) = default;
};

/// A message whose body has come as a whole, and may be anything.
struct assembled_message {
    message_header header;
    bytes body;

    friend bool operator==(const assembled_message&, const assembled_message&) = default;
};

inline constexpr std::size_t largest_fragment = 128UL << 10; // bytes of body

/// Appends `body` as one fragment; a larger one than `most` bytes, at least 1, as a fragment that
/// only says its size and as many further ones as it takes. Up to 65,534 of those.
void put_message(bytes& to,
                 const message_header& header,
                 byte_view body,
                 std::size_t most = largest_fragment);

struct assembler_limits {
    std::size_t message = 32UL << 20;  // bytes of a body; a screenshot takes up to ten million
    std::size_t buffered = 48UL << 20; // bytes of all messages that have begun and not ended
    std::size_t begun = 64;            // of which there are no more than so many
};

/// Finds the messages in what comes on a stream, however it is cut into pieces and however the
/// fragments of several messages are mixed.
class message_assembler {
public:
    explicit message_assembler(assembler_limits limits = {}) : limits_(limits) {}

    /// The messages that have become complete. After a failure the stream cannot be followed any
    /// more, and every later call fails in the same way.
    std::expected<std::vector<assembled_message>, malformed> take(byte_view more);

private:
    /// A phone counts its own messages as it likes, for each channel by itself perhaps, and a reply
    /// repeats our number: none of the three alone tells two messages apart.
    struct key {
        std::int32_t channel = 0;
        std::uint32_t identifier = 0;
        std::uint32_t conversation = 0;

        friend auto operator<=>(const key&, const key&) = default;
    };

    struct begun_message {
        bool wants_reply = false;
        std::uint16_t count = 0; // of all fragments
        std::uint16_t next = 1;
        std::size_t size = 0; // bytes, once it has ended
        bytes body;
    };

    struct fragment;
    using outcome = std::expected<void, malformed>;

    std::expected<bool, malformed> take_fragment(std::vector<assembled_message>& to,
                                                 byte_view& rest);
    outcome begin(const fragment& first);
    outcome go_on(const fragment& with, byte_view body, std::vector<assembled_message>& to);
    outcome check_size(const fragment& of) const;

    assembler_limits limits_;
    bytes unread_; // the beginning of a fragment
    std::map<key, begun_message> begun_;
    std::size_t buffered_ = 0; // bytes in begun_
    std::optional<malformed> failed_;
};

} // namespace thimble::device::dtx
