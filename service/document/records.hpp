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

// Examples that several records share. Ids have some by themselves (example.hpp), which the first
// two repeat where a member has another name.
inline constexpr auto phone_of_example = "ed5377cc-9a6b-5b98-9ed8-de57927cd51d";
inline constexpr auto job_of_example = "3678907e-7726-5349-a27d-252af8009384";
inline constexpr auto udid_of_example = "00008130-000E12345678001C";
inline constexpr int width_of_example = 620; // an iPhone 15 Pro's screenshot
inline constexpr int height_of_example = 1344;
inline constexpr auto weeks_before = "2026-09-14T08:30:00.000Z"; // than 09:41, the usual time
inline constexpr auto minutes_after = "2026-11-02T09:51:00.000Z";

// A group of records each, in the order in which they are read.
std::vector<record> phone_records();
std::vector<record> screen_records();
std::vector<record> job_records();
std::vector<record> session_records();
std::vector<record> account_records();
std::vector<record> other_records();

/// All of them, and "error" first.
std::vector<record> records();

} // namespace thimble::service::contract
