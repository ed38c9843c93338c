// Identifiers of test sessions, which hosts write as UUIDs and as texts.
#pragma once

#include "virtualphone/dtx/protocol/object.hpp"

#include <string>

namespace thimble::virtualphone::xctest {

/// With capital letters; empty when it is neither a UUID nor a text.
std::string text_of_identifier(const dtx::object& what);

} // namespace thimble::virtualphone::xctest
