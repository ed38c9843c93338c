// A screen as a short text, for those who pay for each word that they read.
#pragma once

#include "service/screens/screen_history.hpp"

#include <string>

namespace thimble::service {

/// A token, as models count, roughly.
inline constexpr std::size_t bytes_of_token = 4;

/// Of a digest, however much is on the screen.
inline constexpr std::size_t most_digest_tokens = 300;

/// A line for an element, which begins with its ref: first what has just changed, `before` being
/// the screen that was read before (nullptr: none was), then what can be touched, then what can be
/// read. Of long lists the first few stand there and the rest is counted. Texts are cut, without
/// control characters.
std::string digest(const shown_screen& what, const shown_screen* before);

/// The same of what is different: "+" is new, "~" is as it was but for something, "-" has gone.
std::string digest_of_change(const shown_screen& from, const shown_screen& to);

} // namespace thimble::service
