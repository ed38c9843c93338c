// Faults during a soak test: one after another, each undone again.
#pragma once

#include "bench/linked_programs.hpp"

#include <atomic>
#include <cstddef>
#include <map>
#include <random>
#include <string>
#include <thread>

namespace thimble::bench {

/// On a thread of its own from its beginning to its end, which waits until everything is right
/// again.
class soak_faults {
public:
    enum class reach : std::uint8_t {
        mild,   // the programs live on
        deadly, // they are killed as well
    };

    /// Both outlive this, and nobody else starts or ends programs meanwhile.
    soak_faults(linked_programs& programs,
                const e2e::virtual_phones& phones,
                reach how_far,
                unsigned seed);
    soak_faults(const soak_faults&) = delete;
    soak_faults& operator=(const soak_faults&) = delete;
    ~soak_faults();

    /// Ends it; how often each thing has gone wrong.
    std::map<std::string, std::size_t> stop();

private:
    void run();
    void strike(int which);
    void freeze(pid_t process);
    void rest(int least_ms, int most_ms);
    int choose(int least, int most);

    linked_programs& programs_;
    const e2e::virtual_phones& phones_;
    reach how_far_;
    std::mt19937 random_;
    std::map<std::string, std::size_t> struck_;
    std::atomic<bool> stopping_ = false;
    std::thread thread_;
};

} // namespace thimble::bench
