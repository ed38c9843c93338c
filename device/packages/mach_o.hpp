// Executables of Apple's systems: the processors and the kind of system that they were built for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::device::packages {

enum class build_target : std::uint8_t {
    unknown,   // the file does not say, or says it beyond its beginning
    phone,     // iOS and iPadOS
    simulator, // of any of Apple's systems
    other,     // macOS, tvOS, watchOS, visionOS
};

struct executable_code {
    std::vector<std::string> architectures; // "arm64", "x86_64"; "cpu 18" for what has no name here
    build_target target = build_target::unknown; // of arm64's slice, where there is one

    friend bool operator==(const executable_code&, const executable_code&) = default;
};

/// Bytes of a file that read_executable wants to see, if it has as many: a header with its load
/// commands lies at the file's beginning, or in a file of several slices at most pages of it later.
inline constexpr std::size_t executable_head_bytes = 128U << 10U;

/// True for the beginning of such a file, thin or of several slices.
bool begins_executable(std::string_view head);

/// By the file's first bytes; nothing where it is no such file or is damaged there.
std::optional<executable_code> read_executable(std::string_view head);

} // namespace thimble::device::packages
