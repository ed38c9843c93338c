// The strategies by which a client names elements.
#pragma once

#include "virtualphone/wda/elements/element_attributes.hpp"
#include "virtualphone/wda/protocol/answer.hpp"

#include <expected>
#include <string_view>
#include <vector>

namespace thimble::virtualphone::wda {

/// All below `in` that `strategy` ("class name", "class chain", "xpath", "predicate string",
/// "name", "id", "accessibility id", "link text", "partial link text") finds with `value`, in the
/// order of the tree.
std::expected<std::vector<const element*>, refusal>
find_elements(const element& in, std::string_view strategy, std::string_view value);

} // namespace thimble::virtualphone::wda
