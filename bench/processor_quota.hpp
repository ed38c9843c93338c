// A share of a processor that some processes may use together, by a control group of the system.
#pragma once

#include <filesystem>
#include <optional>
#include <sys/types.h>

namespace thimble::bench {

class processor_quota {
public:
    /// Nothing where no control group can be made: on another system, or without the right to.
    static std::optional<processor_quota> make();

    processor_quota(processor_quota&& other) noexcept;
    processor_quota& operator=(processor_quota&&) = delete;

    /// The processes in it have ended before.
    ~processor_quota();

    /// All threads of it, and what it starts.
    void add(pid_t process) const;

    /// Of one processor: 0.15 are 3 of 20 ms.
    void limit(double share) const;

private:
    processor_quota(std::filesystem::path folder, bool unified);

    std::filesystem::path folder_; // empty when moved from
    bool unified_;                 // version 2
};

} // namespace thimble::bench
