// Servers of NATS, as an operator names them.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::bus {

/// nats://[USER[:PASSWORD]@]HOST[:PORT][,HOST[:PORT]…], or tls:// for the same encrypted. A user
/// without a password is a token.
class nats_address {
public:
    /// The error continues a sentence and has no part of the text, which may hold a password.
    static std::expected<nats_address, std::string> parse(std::string_view text);

    /// True where it holds a password or a token.
    bool has_secret() const noexcept { return !password_.empty() || !token_.empty(); }

    /// "nats://HOST:PORT": for people and for the library, without user and password.
    const std::vector<std::string>& servers() const noexcept { return servers_; }

    /// All of them, for people.
    std::string shown() const;

    bool encrypted() const noexcept { return encrypted_; }

    // For the library, never to be shown.
    const std::string& user() const noexcept { return user_; }
    const std::string& password() const noexcept { return password_; }
    const std::string& token() const noexcept { return token_; }

private:
    nats_address() = default;

    bool encrypted_ = false;
    std::vector<std::string> servers_;
    std::string user_;
    std::string password_;
    std::string token_;
};

} // namespace thimble::service::bus
