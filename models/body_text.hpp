// Parts of a request's body that both wire formats share.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace thimble::service::models {

/// Arguments that a model has written, as JSON; {} where they were none.
nlohmann::json arguments_object(std::string_view written);

/// Bytes that are not UTF-8 are replaced.
std::string to_text(const nlohmann::ordered_json& body);

} // namespace thimble::service::models
