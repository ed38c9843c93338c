// Error of a malformed message.
#pragma once

#include <string>

namespace thimble::link {

/// Says where and what is expected there, and repeats nothing of what stands there: it may be a
/// text that somebody typed.
struct malformed {
    std::string field;  // "command.action.tap.x"
    std::string reason; // "not a number"

    std::string text() const { return field + ": " + reason; }

    friend bool operator==(const malformed&, const malformed&) = default;
};

} // namespace thimble::link
