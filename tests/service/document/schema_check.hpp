// Validator of values by the contract's schemas, in the part of JSON Schema that it uses.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace thimble::service::test {

/// Fault of the value, or nothing. `document` resolves references; `place` begins the answer. A
/// member that a record does not name is wrong, too.
std::string mismatch(const nlohmann::json& document,
                     const nlohmann::json& schema,
                     const nlohmann::json& value,
                     const std::string& place = "$");

/// Target of a reference, or the value itself.
const nlohmann::json& resolved(const nlohmann::json& document, const nlohmann::json& what);

} // namespace thimble::service::test
