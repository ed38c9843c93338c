// Text as HTML.
#pragma once

#include <string>
#include <string_view>

namespace thimble::service::contract::html {

/// Characters that HTML would take for its own are escaped, for text and for quoted attributes.
std::string escaped(std::string_view text);

/// Escaped, and what stands between backticks is code.
std::string prose(std::string_view text);

/// <code>…</code>.
std::string code(std::string_view text);

/// A place in the page, for links: letters, digits and hyphens.
std::string anchor(std::string_view text);

/// <a href="#…">…</a>, with `inner` as HTML.
std::string link_to(std::string_view anchor, std::string_view inner);

} // namespace thimble::service::contract::html
