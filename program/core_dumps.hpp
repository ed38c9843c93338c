// What is left on the disk when a program crashes.
#pragma once

namespace thimble::service {

/// Nothing is: the memory of a program that serves holds keys and what people type.
void forbid_core_dumps();

} // namespace thimble::service
