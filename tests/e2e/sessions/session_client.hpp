// An agent session as a client of the REST API has it.
#pragma once

#include "tests/e2e/http_client.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace thimble::e2e {

/// Begun by the constructor. It lives on when this goes.
class session_client {
public:
    /// `order`: the body of POST /v1/sessions. Throws when it is refused.
    session_client(http_client api, const nlohmann::json& order);

    const std::string& id() const noexcept { return id_; }
    nlohmann::json record() const;
    std::string status() const { return record().at("status"); }

    /// "TIMEOUT" of "TIMEOUT: …"; empty where there is no error.
    std::string error_code() const;

    /// All events from `since` on; those of one type.
    std::vector<nlohmann::json> events(std::size_t since = 0) const;
    std::vector<nlohmann::json> events_of(const std::string& type) const;

    /// The same as they are streamed, to the end of the stream: `data` of each event, in order.
    std::vector<nlohmann::json> streamed(const header_fields& more = {}) const;

    /// True if it is in that status, has ended, or has such an event, before `limit` is over.
    bool until(const std::string& status, std::chrono::milliseconds limit) const;
    bool until_ended(std::chrono::milliseconds limit) const;
    bool until_event(const std::string& type, std::chrono::milliseconds limit) const;

    /// "pause", "resume", "stop", "interrupt".
    http_answer control(const std::string& what) const;
    http_answer say(const std::string& message) const;

    /// Everything that is known of it, for a test that fails.
    std::string told() const;

private:
    std::string path(const std::string& rest) const { return "/v1/sessions/" + id_ + rest; }

    http_client api_;
    std::string id_;
};

} // namespace thimble::e2e
