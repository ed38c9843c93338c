// An element that a ref means, as one node of the service tells it to another.
#pragma once

#include "service/phones/phones.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string_view>

namespace thimble::service {

/// Nothing where the phone has no such ref, or no longer.
std::optional<nlohmann::json> ref_state(const known_phone& phone, std::string_view ref);

/// The ref is known from now on. Nobody here can say what has been done on the phone since: the
/// element is looked for again before it is touched.
void adopt_ref(known_phone& phone, const nlohmann::json& state);

} // namespace thimble::service
