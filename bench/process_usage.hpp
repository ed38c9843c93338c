// Resource usage of a running process.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <sys/types.h>

namespace thimble::bench {

struct process_usage {
    using seconds = std::chrono::duration<double>;

    seconds processor{}; // of all its threads, in user and kernel mode
    std::size_t resident_bytes = 0;
    std::size_t threads = 0;
    std::size_t descriptors = 0;
};

double mebibytes(std::size_t bytes);

/// True for memory that has grown by more than a tenth and 8 MiB.
bool has_grown(const process_usage& before, const process_usage& after);

/// Nothing of a process that has ended.
std::optional<process_usage> usage_of(pid_t process);

/// Processor time of it and of the processes that it has started and that still run; of it alone
/// where the system does not tell which those are.
process_usage::seconds processor_time_with_children(pid_t process);

} // namespace thimble::bench
