// The accessibility tree as JSON, in the form that WebDriverAgent writes it.
#pragma once

#include "virtualphone/phone/runner_profile.hpp"
#include "virtualphone/wda/elements/element_attributes.hpp"

#include <nlohmann/json.hpp>

namespace thimble::virtualphone::wda {

/// Types without their prefix, flags as "0" and "1", and no children rather than an empty list.
nlohmann::json source_as_json(const element& node,
                              const runner_profile& release = {},
                              const attribute_names& excluded = {});

} // namespace thimble::virtualphone::wda
