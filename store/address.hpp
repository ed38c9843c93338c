// Places where a database may be: a file of SQLite, or servers of PostgreSQL.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace thimble::service::store {

/// Database on a server of PostgreSQL, or on several of which one takes writes.
class server_address {
public:
    /// postgresql://[USER[:PASSWORD]@]HOST[:PORT][,HOST[:PORT]…]/DATABASE[?NAME=VALUE&…], as libpq
    /// reads it, within limits. The error continues a sentence and has no part of the text, which
    /// may hold a password.
    static std::expected<server_address, std::string> parse(std::string_view text);

    bool has_password() const noexcept { return !password_.empty(); }

    /// "postgresql://HOST:PORT/DATABASE": for people, without user, password and parameters.
    const std::string& shown() const noexcept { return shown_; }

    /// For libpq, with the password: never to be shown.
    const std::string& connection_text() const noexcept { return connection_text_; }

    /// `text` of another's making, with the password crossed out.
    std::string without_password(std::string text) const;

private:
    server_address() = default;

    std::string shown_;
    std::string password_; // as it is written in the URL
    std::string connection_text_;
};

using address = std::variant<std::filesystem::path, server_address>;

/// The name of SQLite's file in a state directory.
inline constexpr std::string_view database_name = "thimble.db";

/// The server's database where there is one, else the file in the state directory.
address address_in(const std::filesystem::path& state_dir,
                   const std::optional<server_address>& server);

/// For people: the file's path, or where the servers are.
std::string shown(const address& what);

} // namespace thimble::service::store
