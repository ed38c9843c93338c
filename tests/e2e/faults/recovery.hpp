// Time that the system takes to recover.
#pragma once

#include "tests/e2e/faults/callers.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace thimble::e2e {

struct recovery {
    std::chrono::milliseconds took{0}; // until a tap was done on each phone, and its tunnel used
    std::vector<asked_tap> taps;       // that were tried for it
};

/// Taps on each phone until one is done, and writes its clipboard until that goes through the
/// tunnel, or nobody can believe in it any more.
recovery until_whole(const tapped_system& all, tap_numbers& numbers);

/// Things that are still open after a while: jobs that have not ended, results that are not
/// confirmed. Empty when nothing is. Nobody asks for anything meanwhile.
std::string still_open(const tapped_system& all);

/// Their times, by the kind of fault.
class recovery_times {
public:
    void add(const std::string& fault, std::chrono::milliseconds took);

    /// A table: how many of each kind, the median, the 95th of a hundred and the worst.
    std::string table() const;

private:
    std::vector<std::pair<std::string, std::vector<std::chrono::milliseconds>>> all_;
};

} // namespace thimble::e2e
