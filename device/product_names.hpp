// The names under which people know the hardware.
#pragma once

#include <string>
#include <string_view>

namespace thimble::device {

/// "iPhone 15 Pro" for "iPhone16,1"; the product type itself where it is not known.
std::string marketing_name(std::string_view product_type);

} // namespace thimble::device
