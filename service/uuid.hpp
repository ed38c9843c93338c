// Universally unique identifiers (RFC 9562) as lower-case strings.
#pragma once

#include <string>
#include <string_view>

namespace thimble::service {

/// Version 4.
std::string random_uuid();

/// Version 5: the same for the same namespace and name, for ever. `space` must be a UUID.
std::string named_uuid(std::string_view space, std::string_view name);

/// Whether `text` is a UUID of any version, in either case.
bool is_uuid(std::string_view text);

} // namespace thimble::service
