#include "virtualphone/control/reply.hpp"

namespace thimble::virtualphone::control {

using nlohmann::json;

reply json_reply(const json& value)
{
    reply result;
    result.body = value.dump(-1, ' ', false, json::error_handler_t::replace);
    return result;
}

reply error_reply(boost::beast::http::status status, std::string_view sentence)
{
    reply result = json_reply({{"error", sentence}});
    result.status = status;
    return result;
}

} // namespace thimble::virtualphone::control
