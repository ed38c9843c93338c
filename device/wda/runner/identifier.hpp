// Identifiers that WebDriverAgent gives: of sessions and elements.
#pragma once

#include <string_view>

namespace thimble::device::wda {

/// True for an identifier that may become part of a path: what the phone sends is not trusted to
/// fit there. Letters, digits and dashes, 1 to 64 of them.
bool fits_a_path(std::string_view id);

} // namespace thimble::device::wda
