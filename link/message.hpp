// Everything that the two ends say to each other, and its JSON.
#pragma once

#include "link/command.hpp"
#include "link/delivery.hpp"
#include "link/greeting.hpp"
#include "link/malformed.hpp"
#include "link/phone_state.hpp"
#include "link/streaming.hpp"
#include "link/upkeep.hpp"

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace thimble::link {

/// A phone_state alone is the message `phone`: it replaces what was known of that phone.
using message = std::variant<hello,
                             welcome,
                             phone_state,
                             host_state,
                             command,
                             ack,
                             started,
                             result,
                             settled,
                             cancel,
                             stream,
                             keyframe,
                             heartbeat,
                             drain>;

/// Its `type` in JSON, and in logs.
std::string_view name_of(const message& what);

enum class side : std::uint8_t { daemon, service };

/// True where that side is the one that says such a thing.
bool may_say(side which, const message& what);

/// A message of a newer version, to be ignored.
struct unknown_message {
    std::string type;

    friend bool operator==(const unknown_message&, const unknown_message&) = default;
};

/// A command with an action of a newer version: answered with UNSUPPORTED_ACTION and not_sent.
struct unknown_command {
    std::string job_id;
    std::string udid;
    std::string action;

    friend bool operator==(const unknown_command&, const unknown_command&) = default;
};

struct decoded {
    std::variant<message, unknown_message, unknown_command> what;

    /// Fields that a newer version has added and that were passed over, for a line in the log;
    /// a few of them, as "phone.colour".
    std::vector<std::string> unknown_fields;
};

/// The message in one text frame. A malformed one is described without any of the text.
std::expected<decoded, malformed> decode(std::string_view text);

/// The text frame for a message, or what in it the other end would refuse. The picture of a result
/// is left out: it goes over the second connection, under the job's id.
std::expected<std::string, malformed> encode(const message& what);

/// The text frame for a result, always: where its value or its details are beyond the limits, they
/// give way to a failure that says so. Its job id and its UDID came with a command.
std::string encode_result(result what);

/// Record of a phone, brought within the limits of the message `phone`: texts are cut, lists are
/// shortened, numbers that make no sense are left out. Its UDID is taken as it is.
phone_state within_limits(phone_state what);

/// The same for the message `host`.
host_state within_limits(host_state what);

} // namespace thimble::link
