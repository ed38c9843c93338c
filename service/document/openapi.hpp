// The OpenAPI 3.1 document of the REST contract, made from the table that serves it.
#pragma once

#include "service/routing/table.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace thimble::service::contract {

/// Form of what is at several paths: one operation, whose description names the others, or one at
/// each path, as the service serves it.
enum class same_elsewhere : std::uint8_t { named, told };

nlohmann::ordered_json openapi_document(const table& endpoints,
                                        same_elsewhere how = same_elsewhere::named);

} // namespace thimble::service::contract
