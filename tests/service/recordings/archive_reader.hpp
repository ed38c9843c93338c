// Archives of pictures, read from their beginning and not as they were written.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::service::test {

/// Names and contents of all files that are there whole.
std::vector<std::pair<std::string, std::string>> files_in_archive(std::string_view archive);

} // namespace thimble::service::test
