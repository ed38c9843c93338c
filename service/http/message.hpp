// An answer as Beast writes it to the wire.
#pragma once

#include "service/http/request.hpp"
#include "service/http/response.hpp"

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/span_body.hpp>

namespace thimble::service::http {

using message = boost::beast::http::response<boost::beast::http::span_body<const char>>;

/// Refers to the body of `what`, which outlives it. `of` is nullptr when what came in was no
/// request.
message to_message(const response& what, const request* of, bool keep_alive);

} // namespace thimble::service::http
