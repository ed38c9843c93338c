// The attributes of an element by the names that WebDriverAgent has for them.
#pragma once

#include "virtualphone/os/operating_system.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace thimble::virtualphone::wda {

using element_test = std::function<bool(const element&)>;

/// "XCUIElementTypeButton".
std::string type_name(const element& one);

/// The identifier, or the label where there is none.
const std::string& name_of(const element& one);

/// Null where the element has none, or WebDriverAgent knows none of this name.
nlohmann::json attribute_of(const element& one, std::string_view name);

} // namespace thimble::virtualphone::wda
