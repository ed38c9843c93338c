// Path within a message, and the first error found there.
#pragma once

#include "link/malformed.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::link::wire {

/// A field, or an element of a list. It refers to the place around it, so a path costs nothing
/// until somebody has to read it.
struct place {
    const place* within = nullptr;
    std::string_view name;                 // of a field
    std::optional<std::size_t> index = {}; // of an element, which has no name

    /// "hello.phones[0].alert.text".
    std::string path() const;
};

/// Findings of reading or writing one message.
struct findings {
    std::optional<malformed> problem; // the first one
    std::optional<std::string> unknown_action;
    std::vector<std::string> unknown_fields; // the first few

    bool failed() const { return problem || unknown_action; }
    void refuse(const place& at, std::string reason);
    void pass_over(const place& at);
};

/// True for a name that can be one of a message, an action or a field, and so be repeated in a log:
/// 1 to 64 of a-z, 0-9, - and _.
bool is_name(std::string_view text);

} // namespace thimble::link::wire
