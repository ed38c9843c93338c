// The operators of XPath between two values.
#pragma once

#include "virtualphone/wda/elements/xpath_value.hpp"

#include <string_view>

namespace thimble::virtualphone::wda {

inline constexpr int lowest_xpath_level = 0;
inline constexpr int highest_xpath_level = 5;

struct xpath_operator {
    std::string_view name;
    int level; // the higher, the closer it binds
    xpath_value (*apply)(const xpath_value&, const xpath_value&, const xpath_context&);
};

/// Null where there is none of this name.
const xpath_operator* find_xpath_operator(std::string_view name);

} // namespace thimble::virtualphone::wda
