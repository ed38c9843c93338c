// The phone's screen on its page: where its pixels are, and what stands below it.
#pragma once

#include "tests/browser/browser.hpp"

#include <string>

namespace thimble::browser {

/// Where the middle of a pixel of the phone's screen, 620 by 1344, is in the window.
place place_of(page& in, int x, int y);

/// True where the page's last action ends well within the timeout: then it says how long it took.
bool says(page& in, const std::string& action);

/// True if it refuses with words that begin so.
bool refuses(page& in, const std::string& words);

} // namespace thimble::browser
