// Versions of WebDriverAgent, and since which of them it behaves how.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace thimble::device::wda {

/// {16, 7, 3} for "16.7.3".
using runner_version = std::array<int, 3>;

/// Nothing for what is not a version. Numbers that are left out are 0.
std::optional<runner_version> parse_runner_version(std::string_view text);

/// Older ones type only where they see a keyboard, and nobody has tried the rest on them.
inline constexpr runner_version oldest_supported_runner{5, 10, 1};

/// Since then /status and /screenshot are answered beside a command; before, they queue behind it.
inline constexpr runner_version first_runner_with_free_status{16, 7, 3};

/// Since then a look into an app that hangs ends by itself (setting accessibilityDeadline).
inline constexpr runner_version first_runner_with_deadline{16, 8, 0};

/// Since then keyboardInput knows named keys with modifiers; before, characters with them alone.
inline constexpr runner_version first_runner_with_named_strokes{16, 12, 3};

} // namespace thimble::device::wda
