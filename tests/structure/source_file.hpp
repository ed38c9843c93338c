// The sources of the repository and what each includes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace thimble::structure {

struct include {
    std::string target; // as written between the quotes or brackets
    bool quoted = false;
};

struct source_file {
    std::filesystem::path path; // from the root of the repository
    std::vector<include> includes;
    std::size_t lines = 0;
};

/// Every .cpp and .hpp below the named rooms; rooms that do not exist yet have none.
std::vector<source_file> sources_of(const std::vector<std::string>& rooms);

} // namespace thimble::structure
