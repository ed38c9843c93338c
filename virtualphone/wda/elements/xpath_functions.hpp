// The functions of XPath 1.0, and those of later versions that WebDriverAgent adds.
#pragma once

#include "virtualphone/wda/elements/xpath_value.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace thimble::virtualphone::wda {

/// Nothing where there is no such function, or it does not take so many arguments.
std::optional<xpath_expression> find_function(std::string_view name,
                                              std::vector<xpath_expression> arguments);

} // namespace thimble::virtualphone::wda
