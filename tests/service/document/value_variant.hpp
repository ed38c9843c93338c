// Values that a schema allows, and values next to them that it does not.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace thimble::service::test {

struct value_variant {
    std::string says;
    nlohmann::json value;
    bool wrong = false; // it must be refused; else it is within its limits
};

std::vector<value_variant> variants_of(const nlohmann::json& schema);

struct text_variant {
    std::string says;
    std::string text; // as it stands in a query
    bool wrong = false;
};

/// The same for a query, where everything is text.
std::vector<text_variant> query_variants_of(const nlohmann::json& schema);

} // namespace thimble::service::test
