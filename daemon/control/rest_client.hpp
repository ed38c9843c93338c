// Asks the REST API of a running thimbled over its control socket.
#pragma once

#include "program/environment.hpp"

#include <boost/beast/http/verb.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::daemon {

struct rest_answer {
    unsigned status = 0;
    nlohmann::ordered_json record; // null where the body is none
    std::string body;

    bool ok() const { return status >= 200 && status < 300; }
};

/// Blocks until there is an answer.
class rest_client {
public:
    using verb = boost::beast::http::verb;

    /// Of a thimbled of this user that serves REST. `state_dir` is where its key is, unless that is
    /// THIMBLE_API_KEY. An error is a sentence: none runs, or the key cannot be read.
    static std::expected<rest_client, std::string>
    open(const std::filesystem::path& runtime_directory,
         const std::filesystem::path& state_dir,
         const service::environment& variables);

    /// A `body` that is null is none. An error is a sentence: no answer in time.
    std::expected<rest_answer, std::string>
    ask(verb method, const std::string& target, const nlohmann::json& body = nullptr) const;

private:
    rest_client(std::filesystem::path socket, std::string key)
        : socket_(std::move(socket)), key_(std::move(key))
    {
    }

    std::filesystem::path socket_;
    std::string key_;
};

/// "/v1/phones/PHONE/TAIL", or "/v1/TAIL" where no phone is named.
std::string phone_path(const std::optional<std::string>& phone, std::string_view tail);

} // namespace thimble::daemon
