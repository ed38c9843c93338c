// The one key that a service may have, for whoever does not trust every authority.
#pragma once

#include <openssl/types.h>

#include <expected>
#include <string>
#include <string_view>

namespace thimble::daemon {

/// "sha256/" and the SHA-256 of the certificate's SubjectPublicKeyInfo in Base64, as in RFC 7469:
/// it stays the same when the certificate is renewed with the same key.
class key_pin {
public:
    /// An error is what is wrong with the text.
    static std::expected<key_pin, std::string> parse(std::string_view text);

    static key_pin of(const X509& certificate);

    const std::string& text() const noexcept { return text_; }

    friend bool operator==(const key_pin&, const key_pin&) = default;

private:
    explicit key_pin(std::string text) : text_(std::move(text)) {}

    std::string text_;
};

} // namespace thimble::daemon
