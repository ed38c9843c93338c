// Stored form of an error.
#pragma once

#include "contract/failure.hpp"

namespace thimble::service {

/// Without what was on the screen or on a clipboard, and without the selector: a person may have
/// typed what stands there, and none of it is of use once the screen has changed.
failure stored_failure(failure what);

/// True where that is all of it.
bool is_stored_wholly(const failure& what);

} // namespace thimble::service
