// A message of RemoteXPC: 24 bytes of wrapper, and the body that it announces.
#pragma once

#include "virtualphone/xpc/protocol/object.hpp"

#include <optional>

namespace thimble::virtualphone::xpc {

namespace flag {

inline constexpr std::uint32_t always = 0x1;
inline constexpr std::uint32_t has_data = 0x100;
inline constexpr std::uint32_t root_opened = 0x200;
inline constexpr std::uint32_t wants_reply = 0x10000;
inline constexpr std::uint32_t reply = 0x20000;
inline constexpr std::uint32_t replies_opened = 0x400000;

} // namespace flag

struct message {
    std::uint32_t flags = flag::always;
    std::uint64_t id = 0;
    std::optional<object> body{};
};

bytes encode_message(const message& what);

/// The messages of one stream, whatever the pieces in which they come.
class message_reader {
public:
    static constexpr std::size_t longest_body = std::size_t{16} << 20U;

    void append(byte_view more) { content_.insert(content_.end(), more.begin(), more.end()); }

    /// Nothing while the next one is not complete; the error says what is wrong with it.
    std::expected<std::optional<message>, std::string> next();

private:
    bytes content_;
};

} // namespace thimble::virtualphone::xpc
