// Answers made smaller for clients that can read them so.
#pragma once

#include "http/request.hpp"
#include "http/response.hpp"

#include <string_view>

namespace thimble::service::http {

/// True where the value of an Accept-Encoding header takes gzip: named or by "*", and not with q=0.
bool accepts_gzip(std::string_view accept_encoding);

/// Compresses text (JSON, pages, metrics) that is long enough to gain from it, and says on what the
/// choice depended. Leaves everything else alone.
void compress(const request& for_whom, response& what);

} // namespace thimble::service::http
