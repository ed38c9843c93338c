// Address of a model's provider: its server and the path below which it answers.
#pragma once

#include "http/client/server_address.hpp"

#include <expected>
#include <string>
#include <string_view>

namespace thimble::service::models {

struct model_address {
    server_address server;
    std::string path = {}; // "/v1", as it is percent-encoded; empty: none

    /// "https://models.example/v1".
    std::string url() const { return server.url() + path; }

    friend bool operator==(const model_address&, const model_address&) = default;
};

/// Takes "https://host[:port][/path]", and http for this machine alone. An error is what is wrong
/// with the text, without the text: it may hold a password.
std::expected<model_address, std::string> parse_model_address(std::string_view text);

} // namespace thimble::service::models
