// One DTX message: a call, a reply or an error, with the numbers by which it is told from others.
#pragma once

#include "virtualphone/dtx/protocol/auxiliary.hpp"

#include <expected>

namespace thimble::virtualphone::dtx {

enum class message_kind : std::uint8_t {
    acknowledgement = 0, // a reply without a value
    data = 1,
    call = 2,
    value = 3, // a reply with one
    error = 4,
    barrier = 5,
    primitive = 6,
    compressed = 7, // never sent to who announces that it takes none
    proxied = 8,
};

/// A message as it travels, not yet looked into.
struct envelope {
    std::uint32_t id = 0;           // chosen by who asks; hosts repeat it on other channels
    std::uint32_t conversation = 0; // even: a question; odd: the reply to it
    std::int32_t channel = 0;       // as on the wire: a reply has that of its question
    bool wants_reply = false;
    bytes content{};

    friend bool operator==(const envelope&, const envelope&) = default;
};

/// The content of an envelope.
struct message {
    message_kind kind = message_kind::acknowledgement;
    std::vector<argument> arguments{};
    object payload{}; // a call's is its selector

    friend bool operator==(const message&, const message&) = default;
};

bytes encode_message(const message& what);

/// The error says what is wrong. An empty payload is nil, also where a value is announced.
std::expected<message, std::string> decode_message(byte_view content);

} // namespace thimble::virtualphone::dtx
