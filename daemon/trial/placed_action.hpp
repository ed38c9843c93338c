// Actions of a trial at parts of the screen, whatever its size.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace thimble::daemon {

/// The action with pixels of a screenshot of that size in the place of "@50 @60": the first place
/// after a verb is that many hundredths of the width, the second of the height, and so on. Nothing
/// where it has such places and the size is not known, which is 0.
std::optional<std::string> placed(std::string_view action, int width, int height);

} // namespace thimble::daemon
