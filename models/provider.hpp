// Provider of a model, and the API key to use there.
#pragma once

#include "http/client/proxy.hpp"
#include "models/model_address.hpp"
#include "models/price_table.hpp"
#include "models/wire_format.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service::models {

enum class provider_kind : std::uint8_t {
    anthropic,
    openai, // and everything that is compatible
};

struct provider {
    provider_kind kind = provider_kind::anthropic;
    model_address address;
    std::string key = {};                              // a secret; empty: none is sent
    std::string model;                                 // unless a prompt is for another
    std::vector<std::string> others = {};              // that sessions may name as well
    std::uint32_t looks_per_minute = 30;               // for elements, of an account; 0: none
    std::optional<std::filesystem::path> ca_file = {}; // nothing: the system's authorities
    std::optional<http::proxy> proxy = {};             // that stands in between
    price_table prices = {};
};

/// "anthropic", "openai".
std::optional<provider_kind> parse_provider_kind(std::string_view text);

/// Where the provider itself is.
model_address usual_address(provider_kind kind);

/// Its wire format.
std::unique_ptr<wire_format> format_of(const provider& whose);

} // namespace thimble::service::models
