// Universally unique identifiers (RFC 9562) as lower-case strings.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

/// Version 4.
std::string random_uuid();

/// Version 7: each one that a process makes is greater than the one before, and those of a later
/// process are greater as far as the clock allows.
class ordered_uuids {
public:
    std::string next(std::chrono::system_clock::time_point now);

    /// Not greater than any that is made at that time or later.
    static std::string first_of(std::chrono::system_clock::time_point moment);

private:
    std::uint64_t last_ = 0; // milliseconds since 1970 in the upper bits, a count in the lower 12
};

/// Version 5: the same for the same namespace and name, for ever. `space` must be a UUID.
std::string named_uuid(std::string_view space, std::string_view name);

/// Its sixteen bytes; nothing where `text` is none.
std::optional<std::array<std::byte, 16>> uuid_bytes(std::string_view text);

/// True for a UUID of any version with its hyphens, in either case.
bool is_uuid(std::string_view text);

} // namespace thimble::service
