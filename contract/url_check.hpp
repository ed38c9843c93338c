// Validation of URLs to open on a phone.
#pragma once

#include "contract/failure.hpp"

#include <string>
#include <string_view>

namespace thimble::service {

inline constexpr std::size_t longest_url = 8192; // bytes

/// INVALID_ARGUMENT for `url` unless it is an absolute address of the web or of an app: a scheme
/// and what follows it, in the characters of RFC 3986; http and https name a host. Addresses of
/// files and scripts are no app's.
result<void> check_url(std::string_view url);

/// `text` as a part of a URL's query: everything but letters, digits and "-._~" as %XX.
std::string percent_encoded(std::string_view text);

} // namespace thimble::service
