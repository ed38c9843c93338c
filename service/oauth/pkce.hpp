// Proof key for code exchange (RFC 7636), by S256 alone.
#pragma once

#include <string_view>

namespace thimble::service::oauth {

/// A SHA-256 in Base64url, as a client sends it with its request.
bool is_challenge(std::string_view text);

/// 43 to 128 of the characters that a verifier may have.
bool is_verifier(std::string_view text);

/// Of valid ones: the challenge was made of this verifier.
bool answers(std::string_view verifier, std::string_view challenge);

} // namespace thimble::service::oauth
