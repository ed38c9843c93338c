// Consent of a person to what the operator has marked as needing one.
#pragma once

#include "mcp/catalogue.hpp"
#include "service/accounts/account.hpp"
#include "service/agent/permissions.hpp"

#include <boost/asio/awaitable.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace thimble::service::mcp_tools {

struct tool_use;

/// The bundle id of the app in front of a phone; empty where it is not known.
using front_app_reader = std::function<boost::asio::awaitable<std::string>(std::string account_id,
                                                                           std::string phone_id)>;

/// Home thread. The same rules as those of the service's own agents.
class act_consent {
public:
    act_consent(agent::permissions rules, front_app_reader front)
        : rules_(std::move(rules)), front_(std::move(front))
    {
    }

    /// Nothing where the row of the REST API may be used with this body; else the sentence why it
    /// may not. The person in front of the client is asked where that is needed and possible.
    boost::asio::awaitable<mcp::outcome<std::optional<std::string>>>
    objection(tool_use& use, std::string phone_id, std::string row, nlohmann::json body);

private:
    using time = std::chrono::steady_clock::time_point;
    /// A person agrees with the client in front of them, and with no other of the account.
    using agreed_app = std::tuple<std::string, std::string, std::string>; // client, phone, app

    boost::asio::awaitable<mcp::outcome<std::optional<std::string>>>
    judge(tool_use& use, std::string phone_id, agent::act what, std::size_t place);
    boost::asio::awaitable<agent::circumstances> circumstances(tool_use& use, std::string phone_id);
    std::vector<std::string> agreed_apps(const std::string& client, const std::string& phone_id);

    agent::permissions rules_;
    front_app_reader front_;
    std::map<agreed_app, time> agreed_; // until when
};

/// The action that a row of the REST API is, as far as rules look at it.
agent::act act_of_row(std::string_view row, const nlohmann::json& body);

} // namespace thimble::service::mcp_tools
