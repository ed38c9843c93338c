// Result of reading a client's next request.
#pragma once

#include "http/handler.hpp"

#include <boost/system/error_code.hpp>

#include <cstdint>

namespace thimble::service::http {

enum class read_result : std::uint8_t {
    request,
    nothing,
    malformed,
    headers_too_large,
    timed_out,
    over_share, // its client has too many under way already
};

/// Meaning of the end of reading, where it was not the end of a request.
read_result meaning_of(boost::system::error_code failed);

/// Refusal that the client is told; of anything but a request or nothing.
refusal to_refusal(read_result what);

} // namespace thimble::service::http
