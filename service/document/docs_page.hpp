// The REST contract as a page for people, made from the table that serves it.
#pragma once

#include "service/routing/table.hpp"

#include <string>

namespace thimble::service::contract {

/// One HTML document to be read without anything else. Its script, /dashboard/reference.js, finds
/// and copies.
std::string docs_page(const table& endpoints);

} // namespace thimble::service::contract
