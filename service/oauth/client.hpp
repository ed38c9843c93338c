// Program that asks for access, as it describes itself.
#pragma once

#include <nlohmann/json.hpp>

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::oauth {

struct client {
    std::string id = {};
    std::string name; // for a person; its own word
    std::vector<std::string> redirect_uris;
    bool documented = false; // its id is the address of its description, so that its host is known
};

/// Reads what a client says of itself (RFC 7591): what matters here, within limits. An error is a
/// part of a sentence for its developer.
std::expected<client, std::string> read_client(std::string id, const nlohmann::json& metadata);

/// True where the answer to it may be sent there.
bool takes_redirect(const client& who, std::string_view uri);

} // namespace thimble::service::oauth
