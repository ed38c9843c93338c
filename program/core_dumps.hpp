// Suppression of core dumps.
#pragma once

namespace thimble::service {

/// The memory of a program that serves holds keys and what people type.
void forbid_core_dumps();

} // namespace thimble::service
