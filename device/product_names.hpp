// The names under which people know the hardware.
#pragma once

#include <string>
#include <string_view>

namespace thimble::device {

/// "iPhone 15 Pro" for "iPhone16,1"; the product type itself where it is not known.
std::string marketing_name(std::string_view product_type);

/// True for an iPhone that has a home button instead of an indicator at the bottom of its screen.
/// False for iPads: those with a button answer to the same swipes as those without.
bool has_home_button(std::string_view product_type);

/// True for an iPhone that has an action button in place of the ring and silent switch.
bool has_action_button(std::string_view product_type);

} // namespace thimble::device
