// Sealed state between a question of the server and the request that brings the answer.
//
// The client carries it, so it is sealed: to the account, to the request, to a time, and for one
// use, so that an act that was confirmed once is done once.
#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::mcp {

struct remembered {
    nlohmann::json asked = nlohmann::json::object();   // by key: the digest of the question
    nlohmann::json answers = nlohmann::json::object(); // by key: of earlier rounds
};

/// To which request a state belongs.
struct state_binding {
    std::string account;
    std::string digest; // of the method and its parameters, as in digest_of_request()
};

/// Home thread.
class request_states {
public:
    using time = std::chrono::system_clock::time_point;

    /// With a key that nobody else has: states do not outlive it.
    /// `suffix`: behind all states, so that whoever meets one knows where it is known.
    explicit request_states(std::chrono::seconds lifetime = std::chrono::minutes(10),
                            std::string suffix = {});

    std::string seal(const remembered& what, const state_binding& to, time now);

    /// Nothing where it is none of ours, belongs elsewhere, is too old or has been used.
    std::optional<remembered> open(std::string_view text, const state_binding& of, time now);

private:
    std::string mark(std::string_view body) const;
    bool spend(const std::string& nonce, time until, time now);

    std::chrono::seconds lifetime_;
    std::string suffix_;
    std::array<unsigned char, 32> key_{};
    std::map<std::string, time> spent_; // by nonce: until when it would have been good
};

/// Of what the client must repeat word for word; its metadata may differ.
std::string digest_of_request(std::string_view method, nlohmann::json params);

/// Of any value, as bytes in base64url.
std::string digest_of(const nlohmann::json& what);

} // namespace thimble::mcp
