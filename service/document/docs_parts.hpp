// Pieces of the page: an endpoint, its examples, a record.
#pragma once

#include "service/document/records.hpp"
#include "service/routing/endpoint.hpp"

#include <string>

namespace thimble::service::contract {

/// Where an endpoint stands in the page.
std::string anchor_of(const endpoint& row);

std::string docs_endpoint(const endpoint& row);

/// A request, and what comes of it where it is granted.
std::string docs_examples(const endpoint& row);

std::string docs_record(const record& what);

/// The type that a schema asks for, in words, with links to records.
std::string type_in_words(const schema& what);

} // namespace thimble::service::contract
