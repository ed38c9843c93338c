// The answers to the messages of an array, which go out as an array.
#pragma once

#include "mcp/outlet.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace thimble::mcp {

/// One for each of `count` requests. When all have been answered or abandoned, `whole` is told the
/// answers, after `known`, which are there already; it is abandoned where there are none at all.
std::vector<std::shared_ptr<outlet>>
outlets_of_batch(std::size_t count, nlohmann::json known, std::shared_ptr<outlet> whole);

} // namespace thimble::mcp
