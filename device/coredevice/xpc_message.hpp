// Messages of RemoteXPC: a wrapper of 24 bytes and, mostly, one object.
#pragma once

#include "device/coredevice/xpc_object.hpp"

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <vector>

namespace thimble::device::coredevice::xpc {

namespace flag {

inline constexpr std::uint32_t always = 0x1;
inline constexpr std::uint32_t with_data = 0x100;
inline constexpr std::uint32_t root_opened = 0x200; // ends the opening of the first stream
inline constexpr std::uint32_t wants_reply = 0x1'0000;
inline constexpr std::uint32_t reply = 0x2'0000;
inline constexpr std::uint32_t upload = 0x10'0000;   // begins a stream of a file to the phone
inline constexpr std::uint32_t download = 0x20'0000; // asks for a file on this stream
inline constexpr std::uint32_t reply_stream = 0x40'0000;

} // namespace flag

struct message {
    std::uint32_t flags = flag::always;
    std::uint64_t id = 0;
    std::optional<value> body{};

    friend bool operator==(const message&, const message&) = default;
};

std::vector<std::byte> encode(const message& what);

/// A message as it has come. The content of its wrapper is known even where its body cannot be
/// read.
struct arrived_message {
    std::uint32_t flags = 0;
    std::uint64_t id = 0;
    std::size_t bytes = 0; // that it took
    std::expected<std::optional<value>, malformed> body;
};

inline constexpr std::size_t largest_body = 32U
                                            << 20; // bytes; a screenshot takes up to ten million

/// Finds the messages in what comes on one stream, however it is cut into pieces.
class message_reader {
public:
    explicit message_reader(std::size_t most_bytes = largest_body, object_limits limits = {})
        : most_bytes_(most_bytes), limits_(limits)
    {
    }

    /// The messages that have become complete. After a failure the stream cannot be followed any
    /// more, and every later call fails in the same way.
    std::expected<std::vector<arrived_message>, malformed> take(std::span<const std::byte> bytes);

private:
    std::expected<bool, malformed> take_message(std::vector<arrived_message>& to,
                                                std::span<const std::byte>& rest);

    std::size_t most_bytes_;
    object_limits limits_;
    std::vector<std::byte> begun_; // a message that has not ended
    std::optional<malformed> failed_;
};

} // namespace thimble::device::coredevice::xpc
