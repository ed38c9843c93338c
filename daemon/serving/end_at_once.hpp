// The way out when something still hangs.
#pragma once

namespace thimble::daemon {

/// Ends the process without destructors, once what was printed is out: a blocking call that never
/// returns still uses what they would destroy.
[[noreturn]] void end_at_once(int code);

} // namespace thimble::daemon
