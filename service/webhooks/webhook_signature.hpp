// Signature of a webhook's request, as the Standard Webhooks specification has it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace thimble::service {

/// "whsec_" and the Base64 of 32 random bytes.
std::string new_webhook_secret();

/// "v1," and the Base64 of the HMAC-SHA256 of "ID.TIMESTAMP.BODY" with the secret's bytes. The id
/// is that of the event; the timestamp, in seconds since 1970, that of the attempt.
std::string sign_webhook(std::string_view secret,
                         std::string_view id,
                         std::int64_t timestamp,
                         std::string_view body);

} // namespace thimble::service
