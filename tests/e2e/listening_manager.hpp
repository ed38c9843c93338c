// A service manager's end of the notification socket.
#pragma once

#include "tests/e2e/program.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace thimble::e2e {

class listening_manager {
public:
    listening_manager();
    listening_manager(const listening_manager&) = delete;
    listening_manager& operator=(const listening_manager&) = delete;
    ~listening_manager();

    /// Environment that it starts a program with: where it listens, and a watchdog of half a
    /// second.
    environment variables() const;

    /// True if an assignment that begins so comes before `limit` is over, or has come since
    /// forget().
    bool hears(const std::string& beginning, std::chrono::milliseconds limit);

    /// The number that was assigned to that name last; 0 where none was.
    std::uint64_t value_of(const std::string& name) const;

    void forget() { heard_.clear(); }

private:
    void receive();

    temporary_directory home_;
    int socket_;
    std::vector<std::string> heard_; // assignments, oldest first
};

/// The clock that the manager and its programs share.
std::uint64_t microseconds_now();

} // namespace thimble::e2e
