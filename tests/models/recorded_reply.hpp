// Replies of providers as they stand on the wire, and what is made of them.
#pragma once

#include "models/wire_format.hpp"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::models::test {

struct heard {
    std::expected<reply, model_failure> answer;
    std::vector<std::string> deltas; // "text: Hel", "tool_name 0: tap"
};

/// Takes the bytes in pieces of that size; 0: all at once.
heard hear(const wire_format& format, std::string_view stream, std::size_t piece = 0);

/// A text, a use and its arguments in pieces, with comments of the wire's own.
extern const std::string_view anthropic_stream;
extern const std::string_view openai_stream;

} // namespace thimble::service::models::test
