#include "mcp/content.hpp"

#include "text/base64.hpp"

#include <utility>

namespace thimble::mcp::content {

using nlohmann::json;

namespace {

json media(std::string_view type, std::span<const std::byte> bytes, std::string_view media_type)
{
    return {{"type", type}, {"data", service::encode_base64(bytes)}, {"mimeType", media_type}};
}

} // namespace

json text(std::string what)
{
    return {{"type", "text"}, {"text", std::move(what)}};
}

json image(std::span<const std::byte> bytes, std::string_view media_type)
{
    return media("image", bytes, media_type);
}

json audio(std::span<const std::byte> bytes, std::string_view media_type)
{
    return media("audio", bytes, media_type);
}

json embedded(json contents)
{
    return {{"type", "resource"}, {"resource", std::move(contents)}};
}

json link(std::string_view uri, std::string_view name)
{
    return {{"type", "resource_link"}, {"uri", uri}, {"name", name}};
}

json text_contents(std::string_view uri, std::string_view media_type, std::string text)
{
    return {{"uri", uri}, {"mimeType", media_type}, {"text", std::move(text)}};
}

json binary_contents(std::string_view uri,
                     std::string_view media_type,
                     std::span<const std::byte> bytes)
{
    return {{"uri", uri}, {"mimeType", media_type}, {"blob", service::encode_base64(bytes)}};
}

} // namespace thimble::mcp::content
