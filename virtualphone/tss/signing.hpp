// The signing of tickets, asked and answered in the words of Apple's server.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::virtualphone::tss {

struct signing_answer {
    int status = 0; // 0: signed
    std::string body;
};

/// To the body of a request for a ticket: a property list with the phone, its nonce, and the
/// trusted parts of an image. An image is refused as not eligible unless each of its parts says
/// that it may run in production and is secure (EPRO, ESEC).
signing_answer sign(std::string_view request);

} // namespace thimble::virtualphone::tss
