// Verification of a field's content after typing.
#pragma once

#include <string_view>

namespace thimble::daemon {

/// True if `after` is `before` with `text` put in at some place, or in place of some part of it:
/// where the caret was, and what was selected, nobody knows.
bool is_insertion(std::string_view before, std::string_view after, std::string_view text);

} // namespace thimble::daemon
