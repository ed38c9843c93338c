// A command as WebDriverAgent understands it: a path, perhaps of a session, and its parameters.
#pragma once

#include <boost/beast/http/verb.hpp>
#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::virtualphone::wda {

struct request {
    boost::beast::http::verb method = boost::beast::http::verb::unknown;
    std::string path;                   // without the /session/ID in front; the session itself: ""
    std::optional<std::string> session; // the ID
    std::map<std::string, std::string, std::less<>> query;
    nlohmann::json body = nlohmann::json::object(); // what is not an object counts as an empty one
};

/// Parts of the body that are nested deeper than 64 levels are left out.
request
read_request(boost::beast::http::verb method, std::string_view target, std::string_view body);

} // namespace thimble::virtualphone::wda
