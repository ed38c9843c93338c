#include "service/oauth/metadata.hpp"

#include "service/oauth/authorization_request.hpp"
#include "service/oauth/own_origin.hpp"

namespace thimble::service::oauth {

using nlohmann::ordered_json;

namespace {

std::string metadata_address(const std::string& origin)
{
    return origin + "/.well-known/oauth-protected-resource" + std::string(mcp_path);
}

} // namespace

ordered_json protected_resource_metadata(const std::string& origin)
{
    return {{"resource", origin + std::string(mcp_path)},
            {"resource_name", "Thimble"},
            {"authorization_servers", {origin}},
            {"scopes_supported", scopes_of_programs.names()},
            {"bearer_methods_supported", {"header"}}};
}

ordered_json authorization_server_metadata(const std::string& issuer)
{
    return {{"issuer", issuer},
            {"authorization_endpoint", issuer + "/oauth/authorize"},
            {"token_endpoint", issuer + "/oauth/token"},
            {"registration_endpoint", issuer + "/oauth/register"},
            {"revocation_endpoint", issuer + "/oauth/revoke"},
            {"scopes_supported", scopes_of_programs.names()},
            {"response_types_supported", {"code"}},
            {"response_modes_supported", {"query"}},
            {"grant_types_supported", {"authorization_code", "refresh_token"}},
            {"code_challenge_methods_supported", {"S256"}},
            {"token_endpoint_auth_methods_supported", {"none"}},
            {"revocation_endpoint_auth_methods_supported", {"none"}},
            {"authorization_response_iss_parameter_supported", true},
            {"client_id_metadata_document_supported", true}};
}

std::string challenge_of(const std::string& origin, bool token_sent)
{
    return std::string("Bearer ") + (token_sent ? R"(error="invalid_token", )" : "") +
           R"(resource_metadata=")" + metadata_address(origin) + R"(", scope=")" +
           to_text(scopes_of_programs) + '"';
}

std::string scope_challenge_of(const std::string& origin, scope_set needed)
{
    return R"(Bearer error="insufficient_scope", scope=")" + to_text(needed) +
           R"(", resource_metadata=")" + metadata_address(origin) + '"';
}

} // namespace thimble::service::oauth
