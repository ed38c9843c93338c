// HTTP requests and answers as they go from one node to another.
#pragma once

#include "http/request.hpp"
#include "http/response.hpp"
#include "service/nodes/envelope.hpp"

#include <optional>

namespace thimble::service::nodes {

/// Fills in a message with the request. Not for one whose body went to a file.
void put_request(envelope& to, const http::request& what);

/// Nothing where it is malformed.
std::optional<http::request> read_request(const envelope& from);

/// Likewise the answer, as far as it is known. Of one that goes on as a stream that is the head.
void put_answer(envelope& to, const http::response& what);
http::response read_answer(const envelope& from);

} // namespace thimble::service::nodes
