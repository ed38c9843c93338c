// The key that all secrets are encrypted with.
#pragma once

#include "service/secrets/secure_string.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace thimble::service {

/// XChaCha20-Poly1305. The key lies in memory that is locked, kept apart from other memory, and
/// overwritten at the end. Any thread.
class master_key {
public:
    static constexpr std::size_t length = 32;

    /// Of `length` bytes. Throws when there is no memory of that kind.
    explicit master_key(std::span<const unsigned char> bytes);

    /// Bytes for a new one.
    static secure_string random();

    /// `text`, encrypted, with a random nonce, in hexadecimal. It is opened by the same key with
    /// the same `about` alone: what belongs to one name or account is of no use under another.
    std::string seal(std::string_view text, std::string_view about) const;

    /// Nothing for what was sealed with another key or about something else, or is damaged.
    std::optional<secure_string> open(std::string_view sealed, std::string_view about) const;

    /// 32 bytes in hexadecimal, the same for the same key and purpose; nobody learns the key of
    /// them, nor those of another purpose.
    std::string derive(std::string_view purpose) const;

private:
    struct release {
        void operator()(unsigned char* memory) const noexcept;
    };

    std::unique_ptr<unsigned char, release> bytes_;
};

using master_key_ptr = std::shared_ptr<const master_key>;

} // namespace thimble::service
