// The accessibility tree in the three forms that WebDriverAgent writes it.
#pragma once

#include "virtualphone/os/operating_system.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace thimble::virtualphone::wda {

/// Attributes in WebDriverAgent's order, absent ones left out. `scope` names one more element
/// around all; empty: none.
std::string source_as_xml(const element& tree, std::string_view scope);

nlohmann::json source_as_json(const element& node);

/// As XCTest prints its debug description: one line an element, indented by depth.
std::string source_as_description(const element& tree);

} // namespace thimble::virtualphone::wda
