// Errors of a model that gives no reply.
#pragma once

#include "models/reply.hpp"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service::models {

enum class failure_kind : std::uint8_t {
    refused_key,
    no_credit, // the account has nothing left, or a limit of its own
    no_such_model,
    bad_request,
    too_long,     // the prompt, for this model
    rate_limited, // this account has asked too often
    overloaded,   // everybody has
    unavailable,  // the provider has an error of its own
    network,      // it is not reached, or the reply breaks off
    timed_out,    // it says nothing for too long, or the deadline has come
    malformed,    // what comes is no reply
};

/// "rate_limited".
std::string_view to_string(failure_kind kind);

struct model_failure {
    failure_kind kind = failure_kind::network;
    std::string message = {}; // a sentence for a person; holds no key
    std::optional<std::chrono::milliseconds> retry_after = {}; // as the provider asks
    bool told = false; // a part of the reply had been passed on

    friend bool operator==(const model_failure&, const model_failure&) = default;
};

/// Error as a provider tells it, in a body or in the middle of a stream.
struct provider_error {
    std::string type;    // "overloaded_error"; empty where it has none
    std::string message; // as it came: never shown as it is
};

/// Of a record in either format, or in one of those that go-betweens use.
provider_error read_provider_error(const nlohmann::json& record);

/// `status`: of HTTP; 0 in the middle of a stream.
model_failure failure_of(unsigned status, const provider_error& said);

/// In the words of the one above: the provider does not keep to its format.
model_failure malformed(std::string_view why);

/// One line of at most 300 bytes that holds nothing that a terminal would obey.
std::string cleaned(std::string_view from_outside);

/// Takes the key out, wherever a provider has quoted it.
void hide_key(std::string& message, std::string_view key);

} // namespace thimble::service::models
