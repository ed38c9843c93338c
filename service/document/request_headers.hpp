// Request headers that an endpoint reads, beside those of every request.
#pragma once

#include "contract/schema.hpp"
#include "service/routing/endpoint.hpp"

#include <string_view>
#include <vector>

namespace thimble::service::contract {

struct request_header {
    std::string_view name;
    std::string_view limits; // for people
    std::string_view meaning;
    schema shape;
};

std::vector<request_header> request_headers(const endpoint& row);

} // namespace thimble::service::contract
