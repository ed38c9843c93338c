// The methods by which a catalogue is used; they are the same in both eras.
#pragma once

#include "mcp/catalogue.hpp"

#include <boost/asio/awaitable.hpp>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace thimble::mcp {

struct method_result {
    nlohmann::json body = nlohmann::json::object();
    std::optional<freshness> fresh = std::nullopt; // of what may be kept
};

struct method_context {
    catalogue& from;
    call& of;
    std::size_t page_size = 50; // entries of a list that are given at once
};

/// True if the method is one of these, and what it needs is offered.
bool is_catalogue_method(const std::string& method, const features& offered);

/// After is_catalogue_method().
boost::asio::awaitable<outcome<method_result>>
perform(const std::string& method, const nlohmann::json& params, method_context with);

/// As clients are told it, in either era.
nlohmann::json to_json(const tool& what);

} // namespace thimble::mcp
