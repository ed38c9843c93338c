// Requests of the modern era, 2026-07-28: each is understood by itself.
#pragma once

#include "mcp/server_parts.hpp"

#include <expected>

namespace thimble::mcp {

/// Facts of such a request about itself, from its `_meta`.
struct envelope {
    std::string version;
    client_facts client;
    nlohmann::json progress_token = nullptr;
    std::optional<log_level> wanted_logs = std::nullopt;
};

/// An error where it is not complete; a version that is not spoken here is none.
std::expected<envelope, error> read_envelope(const nlohmann::json& params);

/// -32022, where that version is not spoken here in the modern way.
std::optional<error> check_version(const std::string& version);

boost::asio::awaitable<void>
answer_modern(server_parts& parts, request what, principal who, std::shared_ptr<outlet> to);

} // namespace thimble::mcp
