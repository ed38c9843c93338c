// The first message of each end.
#pragma once

#include "link/command.hpp"
#include "link/phone_state.hpp"
#include "link/version.hpp"

#include <boost/describe/enum.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace thimble::link {

/// A job that has been delivered and whose result the service has not settled, as the journal has
/// it.
struct open_job {
    enum class stage : std::uint8_t { received, started, finished };
    BOOST_DESCRIBE_NESTED_ENUM(stage, received, started, finished)

    std::string job_id;
    stage reached = stage::received;

    friend bool operator==(const open_job&, const open_job&) = default;
};

/// Up, before everything else: who is there, and what it remembers.
struct hello {
    std::int64_t protocol = protocol_version;
    std::string desktop_id;
    std::string name;
    std::string version;               // of the program
    std::vector<std::string> features; // what it understands beyond this version of the protocol
    std::string boot_id;               // another one: the machine has been off since
    std::string journal_id;            // another one: what was delivered before is forgotten
    std::vector<phone_state> phones;   // those attached now
    std::vector<open_job> open_jobs;

    friend bool operator==(const hello&, const hello&) = default;
};

/// Down, the answer to hello.
struct welcome {
    std::int64_t protocol = protocol_version;
    std::string node;       // which of the service's machines this is
    std::int64_t epoch = 0; // of this link among all links of the desktop
    std::vector<std::string> features;
    std::chrono::milliseconds heartbeat{10'000}; // between two heartbeats of the service
    service_time clock;                          // when this was written
    std::int64_t frame_bytes = 0;                // the largest picture that it takes
    std::vector<std::string> open_jobs; // ids of those without a result; others may be forgotten

    friend bool operator==(const welcome&, const welcome&) = default;
};

} // namespace thimble::link
