// Reply to a control call.
#pragma once

#include <boost/beast/http/status.hpp>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace thimble::virtualphone::control {

struct reply {
    boost::beast::http::status status = boost::beast::http::status::ok;
    std::string content_type = "application/json";
    std::string body;
    std::string allow; // the methods of a path that was asked with another one
};

reply json_reply(const nlohmann::json& value);

/// {"error": sentence}
reply error_reply(boost::beast::http::status status, std::string_view sentence);

} // namespace thimble::virtualphone::control
