// A body that an endpoint would take.
#pragma once

#include "contract/parameter.hpp"

#include <nlohmann/json.hpp>

#include <vector>

namespace thimble::service::contract {

/// The fields that must be there, and those that have an example; an empty object for none.
nlohmann::ordered_json example_of(const std::vector<parameter>& fields);

} // namespace thimble::service::contract
