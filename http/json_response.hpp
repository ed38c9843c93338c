// JSON as the answer to a request.
#pragma once

#include "http/response.hpp"

#include <nlohmann/json.hpp>

namespace thimble::service {

/// Whatever is not UTF-8 (a phone may report any name) is replaced, never thrown over.
http::response json_response(const nlohmann::ordered_json& what, unsigned status = 200);

} // namespace thimble::service
