// Parts of a request's body that both wire formats share.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace thimble::service::models {

/// What a model has written as arguments is said again as JSON even where it was none: as {}.
nlohmann::json arguments_object(std::string_view written);

/// What is no UTF-8 is replaced.
std::string to_text(const nlohmann::ordered_json& body);

} // namespace thimble::service::models
