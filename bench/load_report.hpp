// Report of a service's work under load, with the verdict.
#pragma once

#include "bench/process_usage.hpp"
#include "tests/e2e/crowd.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace thimble::bench {

struct load_report {
    std::size_t clients = 0;
    process_usage::seconds elapsed{};
    e2e::crowd_tally seen;
    std::vector<std::size_t> taps_felt;          // by phone, as the phones have counted them
    std::optional<process_usage> at_start;       // of the load; nothing where it is not measured
    std::optional<process_usage> when_warmed_up; // what memory is compared with
    std::optional<process_usage> at_end;
};

void print(const load_report& of);

/// Faults of the run; empty when there are none.
std::vector<std::string> faults_of(const load_report& of);

} // namespace thimble::bench
