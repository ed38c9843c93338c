#include "http/json_response.hpp"

namespace thimble::service {

http::response json_response(const nlohmann::ordered_json& what, unsigned status)
{
    http::response out;
    out.status = status;
    out.set("Content-Type", "application/json");
    out.set("Cache-Control", "no-store");
    out.set("X-Content-Type-Options", "nosniff");
    out.body = what.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    return out;
}

} // namespace thimble::service
