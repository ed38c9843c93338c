// The OpenAPI 3.1 document of the REST contract, made from the table that serves it.
#pragma once

#include "service/routing/table.hpp"

#include <nlohmann/json.hpp>

namespace thimble::service::contract {

nlohmann::ordered_json openapi_document(const table& endpoints);

} // namespace thimble::service::contract
