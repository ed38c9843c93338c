// The rows of the table of tools.
#pragma once

#include "service/agent/tool_table.hpp"

#include <vector>

namespace thimble::service::agent {

/// Most tools are actions of the REST contract, with the same fields, limits and checks.
std::vector<tool_row> tool_rows();

} // namespace thimble::service::agent
