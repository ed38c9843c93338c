// Names that clients made from the document give its operations.
#pragma once

#include "service/routing/endpoint.hpp"

#include <string>

namespace thimble::service::contract {

/// As a person would call a function that does it: "tap", "listPhones", "createSession". By the
/// first path of the row.
std::string operation_name(const endpoint& row);

} // namespace thimble::service::contract
