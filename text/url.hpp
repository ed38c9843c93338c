// Absolute URLs, as somebody has written them.
#pragma once

#include <boost/url/url_view.hpp>

#include <optional>
#include <string_view>

namespace thimble::service {

/// A view into `text`; nothing where it is no URL with a scheme.
///
/// Never one of another host than a browser takes it for: Boost.URL 1.81 ends the host of
/// "http://127.0.0.1.example.com/" after the address and takes the rest for the path. Nothing then.
std::optional<boost::urls::url_view> parse_url(std::string_view text);

} // namespace thimble::service
