#include "daemon/execution/traced_command.hpp"

namespace thimble::daemon {

void log_end_of_traced(spdlog::logger& log, const link::command& what, const link::result& how)
{
    if (!what.trace)
        return;
    log.info("job={} trace={} phone={} action={} outcome={} queued_ms={:.2f} device_ms={:.2f}",
             what.job_id, what.trace->trace_id(), what.udid, link::name_of(what.what),
             link::to_string(how.outcome), how.timings.queued_ms, how.timings.device_ms);
}

} // namespace thimble::daemon
