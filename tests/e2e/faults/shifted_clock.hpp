// The wall clock of another program, set forward and back while it runs.
#pragma once

#include "tests/e2e/eventually.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <chrono>
#include <cstdint>

namespace thimble::e2e {

/// Moves the time of day in the programs that are started with variables(), and leaves alone the
/// clock that only goes forward. Linux only.
class shifted_clock {
public:
    shifted_clock();
    shifted_clock(const shifted_clock&) = delete;
    shifted_clock& operator=(const shifted_clock&) = delete;
    ~shifted_clock();

    /// A sanitizer asks for the time before anything can be preloaded under it: there the clock
    /// cannot be moved, and programs are started as they are.
    static bool works() { return slowdown() == 1; }

    environment variables() const;

    /// From the true time; at once.
    void step_to(std::chrono::nanoseconds shift);

private:
    temporary_directory folder_;
    std::int64_t* shift_; // nanoseconds, in a file that the programs see as well
};

} // namespace thimble::e2e
