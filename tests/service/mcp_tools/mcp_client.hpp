// A client of the modern era that speaks to a running service.
#pragma once

#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace thimble::service::test {

/// One connection.
class mcp_client {
public:
    explicit mcp_client(std::uint16_t port, std::string key = api_key)
        : client_(port), key_(std::move(key))
    {
    }

    static headers fields_for(const std::string& method, const std::string& name = {})
    {
        headers out{{"Authorization", std::string("Bearer ") + api_key},
                    {"Content-Type", "application/json"},
                    {"Accept", "application/json, text/event-stream"},
                    {"MCP-Protocol-Version", "2026-07-28"},
                    {"Mcp-Method", method}};
        if (!name.empty())
            out["Mcp-Name"] = name;
        return out;
    }

    static std::string body_of(const std::string& method, nlohmann::json params)
    {
        auto& meta = params["_meta"];
        meta["io.modelcontextprotocol/protocolVersion"] = "2026-07-28";
        if (const auto* can = "io.modelcontextprotocol/clientCapabilities"; !meta.contains(can))
            meta[can] = nlohmann::json::object();
        return nlohmann::json{
            {"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", std::move(params)}}
            .dump();
    }

    reply post(const std::string& method,
               nlohmann::json params = nlohmann::json::object(),
               const std::string& name = {})
    {
        auto fields = fields_for(method, name);
        fields["Authorization"] = "Bearer " + key_;
        return client_.ask("POST", "/mcp", fields, body_of(method, std::move(params)));
    }

    nlohmann::json ask(const std::string& method,
                       nlohmann::json params = nlohmann::json::object(),
                       const std::string& name = {})
    {
        return post(method, std::move(params), name).json().at("result");
    }

    nlohmann::json call(const std::string& tool,
                        nlohmann::json arguments = nlohmann::json::object())
    {
        return ask("tools/call", {{"name", tool}, {"arguments", std::move(arguments)}}, tool);
    }

    void send_call(const std::string& tool, nlohmann::json arguments, nlohmann::json meta)
    {
        auto fields = fields_for("tools/call", tool);
        const auto body = body_of(
            "tools/call",
            {{"name", tool}, {"arguments", std::move(arguments)}, {"_meta", std::move(meta)}});
        std::string text = "POST /mcp HTTP/1.1\r\nHost: localhost\r\n";
        for (const auto& [key, value] : fields)
            text += key + ": " + value + "\r\n";
        client_.send(text + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    }

    http_client& connection() { return client_; }

private:
    http_client client_;
    std::string key_;
};

/// All blocks of text of a tool's result.
inline std::string text_of(const nlohmann::json& result)
{
    std::string out;
    for (const auto& each : result.at("content"))
        if (each.at("type") == "text")
            out += each.at("text").get<std::string>();
    return out;
}

/// Of the first block that is a picture; null where there is none.
inline nlohmann::json picture_of(const nlohmann::json& result)
{
    for (const auto& each : result.at("content"))
        if (each.at("type") == "image")
            return each;
    return nullptr;
}

} // namespace thimble::service::test
