// Error record of the REST contract.
#pragma once

#include "http/response.hpp"
#include "link/command.hpp"

#include <nlohmann/json.hpp>

#include <expected>
#include <string>
#include <string_view>

namespace thimble::service {

/// A failure of the service has the same shape as one that comes from a desktop.
using failure = link::failure;

template <class Value>
using result = std::expected<Value, failure>;

/// The HTTP status of a code; 500 for a code that is not in the contract.
unsigned http_status(std::string_view code);

/// {"error","message","context"}.
nlohmann::ordered_json error_record(const failure& what);

/// The record with its status and the headers that go with it.
http::response to_response(const failure& what);

/// INVALID_ARGUMENT. `reason` is a word for programs ("out_of_range"); `rule` continues the
/// sentence "x …" for a person ("must be an integer").
failure invalid_argument(std::string_view field,
                         std::string_view reason,
                         std::string_view rule,
                         nlohmann::json details = nlohmann::json::object());

} // namespace thimble::service
