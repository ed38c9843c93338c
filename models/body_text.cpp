#include "models/body_text.hpp"

#include "link/strict_json.hpp"

namespace thimble::service::models {

nlohmann::json arguments_object(std::string_view written)
{
    auto read = link::parse_json(written);
    return read && read->is_object() ? std::move(*read) : nlohmann::json::object();
}

std::string to_text(const nlohmann::ordered_json& body)
{
    return body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace thimble::service::models
