// Absolute URLs, as somebody has written them.
#pragma once

#include <boost/url/url_view.hpp>

#include <optional>
#include <string_view>

namespace thimble::service {

/// A view into `text`; nothing where it is no URL with a scheme.
///
/// Nothing either for a host that begins with an address of IPv4 and goes on, such as
/// "127.0.0.1.example.com": Boost.URL up to 1.81 at least takes the address for the host and the
/// rest for the path, while a browser goes to the whole name.
std::optional<boost::urls::url_view> parse_url(std::string_view text);

} // namespace thimble::service
