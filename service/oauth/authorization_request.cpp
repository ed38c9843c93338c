#include "service/oauth/authorization_request.hpp"

#include "service/oauth/own_origin.hpp"
#include "service/oauth/pkce.hpp"
#include "service/oauth/redirect_uri.hpp"

#include <utility>

namespace thimble::service::oauth {

namespace {

constexpr std::size_t longest_redirect = 500; // bytes
constexpr std::size_t longest_state = 2000;
constexpr std::size_t longest_challenge = 128;

oauth_error invalid_scope()
{
    return {.code = "invalid_scope", .description = "The scopes are read, act and sessions"};
}

/// All that there are, where none is asked for. Scopes that clients ask for by habit are passed
/// over.
outcome<scope_set> scopes_in(const std::string& text)
{
    if (text.empty())
        return scopes_of_programs;
    scope_set out;
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto end = std::min(rest.find(' '), rest.size());
        const auto name = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (name.empty() || name == "offline_access") // refresh tokens come anyway
            continue;
        const auto one = parse_scope(name);
        if (!one || !scopes_of_programs.has(*one))
            return std::unexpected(invalid_scope());
        out.add(*one);
    }
    return out.empty() ? scopes_of_programs : out;
}

outcome<std::string> challenge_in(const form& given)
{
    auto out = given.needed("code_challenge", longest_challenge);
    if (!out)
        return out;
    if (given["code_challenge_method"] != "S256")
        return std::unexpected(invalid_request("code_challenge_method must be S256"));
    if (!is_challenge(*out))
        return std::unexpected(invalid_request("code_challenge must be a SHA-256 in Base64url"));
    return out;
}

} // namespace

outcome<std::string> redirect_of(const form& given, const client& from)
{
    const auto& asked = given["redirect_uri"];
    if (asked.empty()) {
        if (from.redirect_uris.size() == 1)
            return from.redirect_uris.front();
        return std::unexpected(invalid_request("redirect_uri is missing"));
    }
    if (asked.size() > longest_redirect)
        return std::unexpected(invalid_request("redirect_uri is too long"));
    if (const auto fine = check_redirect_uri(asked); !fine)
        return std::unexpected(invalid_request("redirect_uri " + fine.error()));
    if (!takes_redirect(from, asked))
        return std::unexpected(invalid_request("redirect_uri is none of this client"));
    return asked;
}

outcome<authorization_request> read_authorization_request(const form& given,
                                                          client from,
                                                          std::string redirect_uri,
                                                          std::string issuer)
{
    if (given["response_type"] != "code")
        return std::unexpected(given.has("response_type")
                                   ? oauth_error{.code = "unsupported_response_type",
                                                 .description = "response_type must be code"}
                                   : invalid_request("response_type is missing"));
    if (given.has("response_mode") && given["response_mode"] != "query")
        return std::unexpected(invalid_request("response_mode must be query"));
    if (given.has("request") || given.has("request_uri"))
        return std::unexpected(oauth_error{.code = "request_not_supported",
                                           .description = "Parameters stand in the query"});
    if (given["state"].size() > longest_state)
        return std::unexpected(invalid_request("state is too long"));
    auto challenge = challenge_in(given);
    if (!challenge)
        return std::unexpected(std::move(challenge.error()));
    const auto scopes = scopes_in(given["scope"]);
    if (!scopes)
        return std::unexpected(scopes.error());
    const auto own = issuer + std::string(mcp_path);
    if (given.has("resource") && !is_same_resource(given["resource"], own))
        return std::unexpected(invalid_target());
    return authorization_request{.from = std::move(from),
                                 .redirect_uri = std::move(redirect_uri),
                                 .redirect_given = given.has("redirect_uri"),
                                 .state = given["state"],
                                 .challenge = std::move(*challenge),
                                 .resource = own,
                                 .issuer = std::move(issuer),
                                 .scopes = *scopes};
}

std::string answer_address(const authorization_request& to, const std::string& code)
{
    return with_parameters(to.redirect_uri,
                           {{"code", code}, {"state", to.state}, {"iss", to.issuer}});
}

std::string error_address(const std::string& redirect_uri,
                          const std::string& state,
                          const std::string& issuer,
                          const oauth_error& what)
{
    return with_parameters(redirect_uri, {{"error", what.code},
                                          {"error_description", what.description},
                                          {"state", state},
                                          {"iss", issuer}});
}

} // namespace thimble::service::oauth
