// A request to a program of this machine, over the Unix socket on which it serves HTTP.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include <chrono>
#include <expected>
#include <filesystem>
#include <string>

namespace thimble::service::http {

using local_request = boost::beast::http::request<boost::beast::http::string_body>;
using local_response = boost::beast::http::response<boost::beast::http::string_body>;

/// A body is JSON; none where it is empty.
local_request
make_local_request(boost::beast::http::verb method, const std::string& target, std::string body);

struct no_local_response {
    bool connected = false; // else nobody listens there
    std::string why;        // a part of a sentence
};

/// Blocks for at most `limit`. A body may have 256 MiB.
std::expected<local_response, no_local_response> ask_local(const std::filesystem::path& socket,
                                                           const local_request& what,
                                                           std::chrono::milliseconds limit);

} // namespace thimble::service::http
