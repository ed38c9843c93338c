// Events as a stream of the web ("server-sent events", text/event-stream).
#pragma once

#include "contract/failure.hpp"
#include "service/sessions/event.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace thimble::service::sessions {

/// `id` is the index, `event` the type, `data` the whole record on one line.
std::string to_stream(const event& what);

/// A comment, which clients pass over.
std::string_view heartbeat();

/// With which index a stream begins: after the event that the header Last-Event-ID names, where
/// there is one (a browser sends it when it connects again, to the same address), else at `since`.
/// INVALID_ARGUMENT for a header that is no index.
result<std::uint64_t> first_wanted(std::uint64_t since, std::string_view last_event_id);

} // namespace thimble::service::sessions
