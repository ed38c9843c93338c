// Requests about what lives at one node of the service, passed on to it: sessions of the Model
// Context Protocol and its questions, requests for consent, codes. Their ids name the node.
#include "service/nodes/named_node.hpp"
#include "service/oauth/form.hpp"
#include "service/server/server_parts.hpp"
#include "text/json_member.hpp"

#include <string>
#include <string_view>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

constexpr std::string_view protocol_path = "/mcp";
constexpr std::string_view consent_path = "/v1/authorizations/";
constexpr std::string_view token_path = "/oauth/token";
constexpr std::string_view state_member = "requestState"; // of a question to a client, answered

/// The id in a request that says where it has to go; empty where any node will do.
std::string id_of_place(const http::request& what)
{
    const std::string_view target(what.head.target().data(), what.head.target().size());
    const auto path = target.substr(0, target.find('?'));
    if (path.starts_with(consent_path))
        return std::string(path.substr(consent_path.size()));
    if (path == token_path) {
        const auto given = oauth::form::of_body(what);
        return given ? (*given)["code"] : std::string();
    }
    if (path != protocol_path)
        return {};
    if (const auto session = what.head["Mcp-Session-Id"]; !session.empty())
        return std::string(session);
    if (!what.body.contains(state_member))
        return {};
    const auto asked = nlohmann::json::parse(what.body, nullptr, false);
    if (!asked.is_object() || !asked.contains("params") || !asked["params"].is_object())
        return {};
    return member<std::string>(asked["params"], state_member);
}

} // namespace

std::optional<asio::awaitable<http::response>>
server::implementation::pass_on(const http::request& what, http::caller& from)
{
    if (!among_nodes || among_nodes->cut_off() || what.to_file)
        return std::nullopt;
    auto place = nodes::node_named_in(id_of_place(what));
    if (place.empty() || !among_nodes->is_live(place)) // ids of a node that is gone are unknown
        return std::nullopt;
    return among_nodes->forwarded().pass_on(std::move(place), what, from);
}

} // namespace thimble::service
