// An answer as it goes over the wire.
#pragma once

#include "http/request.hpp"
#include "http/response.hpp"

#include <span>
#include <string>

namespace thimble::service::http {

struct message {
    std::string text;           // the head, and a body that is short
    std::span<const char> rest; // a body that is long; that of the answer, which outlives it
};

/// `of` is nullptr when what came in was no request.
message to_message(const response& what, const request* of, bool keep_alive);

} // namespace thimble::service::http
