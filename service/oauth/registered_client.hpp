// Clients that register themselves (RFC 7591). Nothing is kept of them: the id holds the
// description, and a mark that it was made here.
#pragma once

#include "service/oauth/client.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service::oauth {

class client_ids {
public:
    /// `secret` is random, and the same as long as the database.
    explicit client_ids(std::string_view secret);

    /// Of a description that read_client() has found valid; nothing where it is too long.
    std::optional<std::string> make(const client& of) const;

    /// Nothing for an id that was not made here.
    std::optional<client> read(std::string_view id) const;

private:
    std::string mark_of(std::string_view body) const;

    std::array<unsigned char, 32> key_{};
};

} // namespace thimble::service::oauth
