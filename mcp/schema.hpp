// Checks a value against a JSON Schema, as far as schemas are used here.
//
// Of the dialect 2020-12: type, enum, const, properties, required, additionalProperties, items,
// the limits of numbers, lengths and counts, allOf, anyOf, oneOf, not, if/then/else, and $ref
// within the schema. Other keywords are taken for annotations. No `pattern`: a regular expression
// of others can take for ever.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace thimble::mcp {

/// Mismatch, with a path as in "/fingers/0/x"; nothing where the value fits. Nothing of the value
/// is in it: it may be a secret.
std::optional<std::string> check_against(const nlohmann::json& schema, const nlohmann::json& value);

} // namespace thimble::mcp
