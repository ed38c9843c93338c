// One endpoint at one of its paths, as an operation of the OpenAPI document.
#pragma once

#include "contract/schema.hpp"
#include "service/routing/endpoint.hpp"

#include <nlohmann/json.hpp>

namespace thimble::service::contract {

/// Answers that many operations share go to `responses`, which is the document's.
nlohmann::ordered_json
operation_of(const endpoint& row, const path_pattern& path, nlohmann::ordered_json& responses);

} // namespace thimble::service::contract
