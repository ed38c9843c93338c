// The accessibility tree as XML and as text, in the forms that WebDriverAgent writes it.
#pragma once

#include "virtualphone/phone/runner_profile.hpp"
#include "virtualphone/wda/elements/element_attributes.hpp"

#include <string>
#include <string_view>

namespace thimble::virtualphone::wda {

/// Attributes in WebDriverAgent's order, absent ones left out. `scope` names one more element
/// around all; empty: none.
std::string source_as_xml(const element& tree,
                          std::string_view scope,
                          const runner_profile& release = {},
                          const attribute_names& excluded = {});

/// As XCTest prints its debug description: one line an element, indented by depth.
std::string source_as_description(const element& tree);

} // namespace thimble::virtualphone::wda
