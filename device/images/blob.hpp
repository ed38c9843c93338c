// Bytes that are no text: digests, nonces, tickets.
#pragma once

#include <string>

namespace thimble::device::images {

using blob = std::string;

} // namespace thimble::device::images
