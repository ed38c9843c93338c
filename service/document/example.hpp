// Bodies that an endpoint would take, and that it would answer with.
#pragma once

#include "contract/description.hpp"
#include "contract/parameter.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace thimble::service::contract {

/// The fields that must be there, and those that have an example; an empty object for none.
nlohmann::ordered_json example_of(const std::vector<parameter>& fields);

/// The record of this name as the answer may have it: of each member the example of its schema,
/// else the plainest value that fits. A UUID is the same wherever it has the same name.
nlohmann::ordered_json example_of(const good_answer& answer, const std::string& record_name);

} // namespace thimble::service::contract
