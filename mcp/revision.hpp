// The revisions of the Model Context Protocol that are spoken here.
//
// Those of the legacy era begin with `initialize` and have sessions. In the modern one every
// request says by itself what it needs to be understood.
#pragma once

#include <nlohmann/json.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace thimble::mcp {

/// In the order of their dates.
enum class revision : std::uint8_t {
    of_2024_11_05,
    of_2025_03_26,
    of_2025_06_18,
    of_2025_11_25,
    of_2026_07_28
};

std::string_view to_string(revision which);
std::optional<revision> to_revision(std::string_view text);

constexpr bool is_modern(revision which)
{
    return which >= revision::of_2026_07_28;
}

/// Messages may come as arrays. 2025-06-18 removed them again.
constexpr bool has_batches(revision which)
{
    return which <= revision::of_2025_03_26;
}

/// The one to be used with a client that has opened with `asked`: the same if it is a legacy one,
/// else the newest of them.
revision negotiate(std::string_view asked);

/// The modern ones, as an array of strings.
nlohmann::json modern_revisions();

/// Names within `_meta`.
namespace meta {
inline constexpr const char* protocol_version = "io.modelcontextprotocol/protocolVersion";
inline constexpr const char* client_info = "io.modelcontextprotocol/clientInfo";
inline constexpr const char* client_capabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr const char* log_level = "io.modelcontextprotocol/logLevel";
inline constexpr const char* server_info = "io.modelcontextprotocol/serverInfo";
inline constexpr const char* subscription_id = "io.modelcontextprotocol/subscriptionId";
inline constexpr const char* progress_token = "progressToken";
inline constexpr const char* traceparent = "traceparent";
} // namespace meta

/// True if the parameters are those of a modern request, well-formed or not.
bool has_modern_meta(const nlohmann::json& params);

} // namespace thimble::mcp
