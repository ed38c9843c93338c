// Blocks of content, as tools and prompts give them.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace thimble::mcp::content {

nlohmann::json text(std::string what);

/// `bytes` are those of a file of the media type.
nlohmann::json image(std::span<const std::byte> bytes, std::string_view media_type);
nlohmann::json audio(std::span<const std::byte> bytes, std::string_view media_type);

/// A resource's contents within the content; `contents` as in catalogue.hpp.
nlohmann::json embedded(nlohmann::json contents);

/// Where to read it.
nlohmann::json link(std::string_view uri, std::string_view name);

/// Of a resource.
nlohmann::json text_contents(std::string_view uri, std::string_view media_type, std::string text);
nlohmann::json binary_contents(std::string_view uri,
                               std::string_view media_type,
                               std::span<const std::byte> bytes);

} // namespace thimble::mcp::content
