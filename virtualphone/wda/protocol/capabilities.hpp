// The W3C capabilities that a client asks a session for.
#pragma once

#include "virtualphone/wda/protocol/answer.hpp"

#include <expected>
#include <optional>
#include <string>

namespace thimble::virtualphone::wda {

struct capabilities {
    std::optional<std::string> bundle_id;
    std::optional<std::string> initial_url;
    bool terminates_app = true; // when the session is deleted
    nlohmann::json settings = nlohmann::json::object();
};

/// Reads `capabilities` of the body: alwaysMatch together with the first of firstMatch.
std::expected<capabilities, refusal> read_capabilities(const nlohmann::json& body);

} // namespace thimble::virtualphone::wda
