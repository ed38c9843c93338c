// The records that answers are made of, as schemas. Beside each stands what makes it.
#pragma once

#include "contract/schema.hpp"

#include <string>
#include <utility>
#include <vector>

namespace thimble::service::contract {

struct record {
    std::string name;
    schema shape;
};

// A group of records each, in the order in which they are read.
std::vector<record> phone_records();
std::vector<record> screen_records();
std::vector<record> job_records();
std::vector<record> session_records();
std::vector<record> other_records();

/// All of them, and "error" first.
std::vector<record> records();

} // namespace thimble::service::contract
