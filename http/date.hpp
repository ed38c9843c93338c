// The date of an answer, as HTTP writes it.
#pragma once

#include <string>

namespace thimble::service::http {

/// "Sat, 21 Nov 2026 01:23:08 GMT".
std::string date_now();

} // namespace thimble::service::http
