// JSON as the answer to a request.
#pragma once

#include "http/response.hpp"

#include <nlohmann/json.hpp>

namespace thimble::service {

/// Bytes that are not UTF-8 (a phone may report any name) are replaced, never thrown over.
http::response json_response(const nlohmann::ordered_json& what, unsigned status = 200);

} // namespace thimble::service
