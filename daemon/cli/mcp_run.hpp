// `thimbled mcp`: the Model Context Protocol on standard input and output.
#pragma once

#include "daemon/settings/options.hpp"

namespace thimble::daemon {

/// Joins a thimbled of this user that serves the phones of this machine, or starts one that ends
/// half a minute after its last client, and passes lines on until the input or that thimbled ends.
/// Nothing but the protocol's lines goes to stdout. Returns the process's exit code.
int run_mcp(const options& given, const service::environment& variables);

} // namespace thimble::daemon
