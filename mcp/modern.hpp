// Requests of the modern era, 2026-07-28: each is understood by itself.
#pragma once

#include "mcp/server_parts.hpp"

#include <expected>

namespace thimble::mcp {

/// What such a request says about itself in its `_meta`.
struct envelope {
    std::string version;
    client_facts client;
    nlohmann::json progress_token = nullptr;
    std::optional<log_level> wanted_logs = std::nullopt;
};

/// Whether that is complete; not whether the version is spoken here.
std::expected<envelope, error> read_envelope(const nlohmann::json& params);

/// -32022, where that version is not spoken here in the modern way.
std::optional<error> check_version(const std::string& version);

boost::asio::awaitable<void>
answer_modern(server_parts& parts, request what, principal who, std::shared_ptr<outlet> to);

} // namespace thimble::mcp
