// Choice of the phone that a tool is used on: by id, UDID or name, or the only one.
#pragma once

#include "service/mcp_tools/tool_use.hpp"

#include <boost/asio/awaitable.hpp>
#include <nlohmann/json.hpp>

#include <expected>
#include <string>
#include <vector>

namespace thimble::service::mcp_tools {

struct chosen_phone {
    std::string id;
    std::string name;
    int width = 0; // of the screenshot, in pixels; 0: not known
    int height = 0;
};

/// The phone that `phone` of the arguments names. An error is a sentence for the model that names
/// the account's phones, and no others.
boost::asio::awaitable<std::expected<chosen_phone, std::string>> choose_phone(tool_use& use);

/// The schema of that argument.
nlohmann::json phone_argument();

/// Records of the REST API.
boost::asio::awaitable<std::expected<nlohmann::json, rest_answer>> list_phones(tool_use& use);

/// Its name for people.
std::string name_of(const nlohmann::json& phone);

/// "name (id), iOS 18.5, ready", or why it is not.
std::string line_of(const nlohmann::json& phone);

} // namespace thimble::service::mcp_tools
