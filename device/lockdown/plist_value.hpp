// Property list nodes as C++ values. Included by .cpp files of this room only.
#pragma once

#include <plist/plist.h>

#include <cstdint>
#include <optional>
#include <string>

namespace thimble::device {

/// Nothing when the node is missing or of another type. Texts are valid UTF-8, of 1000 bytes at
/// most.
std::optional<std::string> string_of(plist_t node);
std::optional<bool> bool_of(plist_t node);
std::optional<std::int64_t> integer_of(plist_t node); // a whole real counts as well

/// True for an app of the installation service's list that is no app yet, or never became one.
bool is_placeholder(plist_t app);

/// A scalar as JSON text, for recordings; "null" for anything else.
std::string json_text(plist_t node);

} // namespace thimble::device
