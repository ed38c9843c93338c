#include "models/provider.hpp"

namespace thimble::service::models {

namespace {

constexpr std::uint16_t https = 443;
constexpr const char* openai_host = "api.openai.com";

} // namespace

std::optional<provider_kind> parse_provider_kind(std::string_view text)
{
    if (text == "anthropic")
        return provider_kind::anthropic;
    if (text == "openai")
        return provider_kind::openai;
    return std::nullopt;
}

model_address usual_address(provider_kind kind)
{
    if (kind == provider_kind::anthropic)
        return {.server = {.host = "api.anthropic.com", .port = https}};
    return {.server = {.host = openai_host, .port = https}, .path = "/v1"};
}

std::unique_ptr<wire_format> format_of(const provider& whose)
{
    if (whose.kind == provider_kind::anthropic)
        return std::make_unique<anthropic_format>();
    using enum openai_format::token_limit;
    return std::make_unique<openai_format>(
        whose.address.server.host == openai_host ? max_completion_tokens : max_tokens);
}

} // namespace thimble::service::models
