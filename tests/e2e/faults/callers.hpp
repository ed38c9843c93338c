// Clients that tap numbered places while things go wrong, and remember what they were told.
#pragma once

#include "tests/e2e/faults/tapped_system.hpp"
#include "tests/e2e/numbered_taps.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace thimble::e2e {

using steady = std::chrono::steady_clock;

enum class manner : std::uint8_t { sync, async, with_key };

/// One tap that was asked for, and what the client heard of it.
struct asked_tap {
    numbered_tap tap;
    std::size_t phone = 0;
    manner how = manner::sync;
    steady::time_point began;
    steady::time_point ended;
    int status = 0;         // of HTTP; 0: no answer came
    bool completed = false; // and not merely accepted
    std::string job_id;     // empty: no job was told of
    std::string outcome;    // of an error that tells it
    std::string answer;     // the whole, for a person

    std::string key() const { return "tap-" + std::to_string(tap.number); }
};

/// Asks for it and waits for the answer; of an async one, for the job's end as well.
asked_tap ask_for_tap(const tapped_system& all, numbered_tap tap, std::size_t phone, manner how);

/// Gives each tap a place of its own.
class tap_numbers {
public:
    numbered_tap next() { return {next_++}; }
    int given() const { return next_; }

private:
    std::atomic<int> next_ = 0;
};

/// On each phone one client of each manner, until they are told to stop.
class callers {
public:
    /// All of it outlives this.
    callers(const tapped_system& all, tap_numbers& numbers);
    callers(const callers&) = delete;
    callers& operator=(const callers&) = delete;
    ~callers();

    /// Waits until each has its last answer.
    std::vector<asked_tap> stop();

private:
    void tap_on(std::size_t phone, manner how);

    const tapped_system& all_;
    tap_numbers& numbers_;
    std::atomic<bool> stopping_ = false;
    std::mutex mutex_; // over what is below
    std::vector<asked_tap> asked_;
    std::vector<std::thread> clients_;
};

} // namespace thimble::e2e
