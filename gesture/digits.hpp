// Numbers in the texts of this room.
#pragma once

#include <string>

namespace thimble::gesture {

/// The shortest text that reads back as the same number.
std::string digits(double value);

} // namespace thimble::gesture
