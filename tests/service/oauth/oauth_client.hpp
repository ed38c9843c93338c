// Client of OAuth that does what a test tells it to, and the person before whom it asks.
#pragma once

#include "contract/url_check.hpp"
#include "service/accounts/api_key.hpp"
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"
#include "text/base64.hpp"
#include "text/target.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace thimble::service::test {

using parameters = std::map<std::string, std::string>;

inline const std::string own_issuer = "http://localhost"; // as the tests' clients call it
inline const std::string own_resource = own_issuer + "/mcp";
inline const std::string own_redirect = "http://127.0.0.1:7777/callback";
inline const std::string own_verifier(50, 'v');

inline std::string challenge_for(const std::string& verifier)
{
    const auto digest = digest_of(verifier);
    return encode_base64url({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

inline std::string encoded(const parameters& of)
{
    std::string out;
    for (const auto& [name, value] : of)
        out += (out.empty() ? "" : "&") + percent_encoded(name) + "=" + percent_encoded(value);
    return out;
}

/// The parameters in the query of an address.
inline parameters parameters_in(const std::string& address)
{
    const auto mark = address.find('?');
    const auto parsed =
        http::parse_target(mark == std::string::npos ? "/" : "/" + address.substr(mark));
    parameters out;
    if (parsed)
        for (const auto& [name, value] : parsed->query)
            out[name] = value;
    return out;
}

class oauth_client {
public:
    explicit oauth_client(std::uint16_t port, std::string key = api_key)
        : client_(port), key_(std::move(key))
    {
        id = enrol({{"client_name", "Test program"}, {"redirect_uris", {own_redirect}}})
                 .json()
                 .value("client_id", "");
    }

    reply enrol(const nlohmann::json& description)
    {
        return client_.ask("POST", "/oauth/register", {{"Content-Type", "application/json"}},
                           description.dump());
    }

    /// All that a good request has.
    parameters good_request() const
    {
        return {{"response_type", "code"},
                {"client_id", id},
                {"redirect_uri", own_redirect},
                {"state", "of the client"},
                {"code_challenge", challenge_for(own_verifier)},
                {"code_challenge_method", "S256"},
                {"resource", own_resource},
                {"scope", "read act"}};
    }

    reply authorize(const parameters& with)
    {
        return client_.ask("GET", "/oauth/authorize?" + encoded(with), {});
    }

    /// The id of the request that waits for somebody; empty where there is none.
    std::string waiting(const parameters& with)
    {
        const std::string page = "/#/authorize/";
        const auto place = authorize(with).field("location");
        return place.starts_with(page) ? place.substr(page.size()) : std::string();
    }

    reply decide(const std::string& request, const nlohmann::json& decision)
    {
        return client_.ask("POST", "/v1/authorizations/" + request, {{"X-API-Key", key_}},
                           decision.dump());
    }

    /// The parameters of the answer once somebody has agreed.
    parameters answer(const parameters& with, const nlohmann::json& decision = {{"approve", true}})
    {
        const auto decided = decide(waiting(with), decision);
        INFO(decided.body);
        REQUIRE(decided.status == 200);
        return parameters_in(decided.json().at("redirect_to"));
    }

    std::string code(const nlohmann::json& decision = {{"approve", true}})
    {
        return answer(good_request(), decision).at("code");
    }

    parameters good_exchange(const std::string& code) const
    {
        return {{"grant_type", "authorization_code"},
                {"code", code},
                {"client_id", id},
                {"redirect_uri", own_redirect},
                {"code_verifier", own_verifier},
                {"resource", own_resource}};
    }

    parameters good_refresh(const std::string& token) const
    {
        return {{"grant_type", "refresh_token"}, {"refresh_token", token}, {"client_id", id}};
    }

    reply post(const std::string& path, const std::string& body)
    {
        return client_.ask("POST", path, {{"Content-Type", "application/x-www-form-urlencoded"}},
                           body);
    }

    reply exchange(const parameters& with) { return post("/oauth/token", encoded(with)); }

    /// Access and refresh token, the whole way.
    nlohmann::json tokens(const nlohmann::json& decision = {{"approve", true}})
    {
        const auto got = exchange(good_exchange(code(decision)));
        INFO(got.body);
        REQUIRE(got.status == 200);
        return got.json();
    }

    /// One request to /mcp with this token.
    reply list_tools(const std::string& token)
    {
        return client_.ask("POST", "/mcp",
                           {{"Authorization", "Bearer " + token},
                            {"Content-Type", "application/json"},
                            {"Accept", "application/json, text/event-stream"},
                            {"MCP-Protocol-Version", "2026-07-28"},
                            {"Mcp-Method", "tools/list"}},
                           R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{)"
                           R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                           R"("io.modelcontextprotocol/clientCapabilities":{}}}})");
    }

    reply call_tool(const std::string& token, const std::string& tool)
    {
        return client_.ask(
            "POST", "/mcp",
            {{"Authorization", "Bearer " + token},
             {"Content-Type", "application/json"},
             {"Accept", "application/json, text/event-stream"},
             {"MCP-Protocol-Version", "2026-07-28"},
             {"Mcp-Method", "tools/call"},
             {"Mcp-Name", tool}},
            R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":")" + tool +
                R"(","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":)"
                R"("2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})");
    }

    http_client& connection() { return client_; }

    std::string id;

private:
    http_client client_;
    std::string key_;
};

/// Strangers of tests come from one address, and often.
inline limits limits_of_oauth()
{
    limits out;
    out.oauth.of_address.burst = 10'000;
    out.wrong_keys.burst = 10'000;
    return out;
}

} // namespace thimble::service::test
