// The one place where an answer goes wrong on purpose.
#pragma once

#include "virtualphone/channel/channel.hpp"
#include "virtualphone/phone/faults.hpp"

namespace thimble::virtualphone {

/// Writes `answer`, or what `shown` makes of it. The first `framing` bytes say how long the message
/// is; a corrupt one keeps them, so that the host waits for nothing. Of the kinds, `error` is for
/// the caller, who knows the protocol's way to say no: the answer passed here is that one already.
/// Throws when the fault is that the connection ends. Faults take real time, whatever the factor
/// of the phone's clock.
boost::asio::awaitable<void>
write_answer(channel& to, plist::bytes answer, std::size_t framing, std::optional<fault> shown);

} // namespace thimble::virtualphone
