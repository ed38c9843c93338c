// A step as JSON, for clients of the service and for scripts.
#pragma once

#include "setup/checklist.hpp"

#include <nlohmann/json.hpp>

#include <string_view>

namespace thimble::setup {

/// `{"state","title","thimble","person","why","duration","problem","docs","blocker"}`, null where
/// there is nothing to say; before them the step's name, under the member that is called `named`.
nlohmann::ordered_json step_record(std::string_view named, const step& what);

} // namespace thimble::setup
