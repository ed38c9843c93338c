// The jobs that a client can ask about.
#pragma once

#include "service/job.hpp"
#include "service/limits.hpp"

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace thimble::service {

using job_ptr = std::shared_ptr<job>;

/// In memory. Old jobs and old pictures go whenever a job is added or looked for. Home thread.
class jobs {
public:
    explicit jobs(const limits& granted) : limits_(granted) {}

    void add(job_ptr what);

    /// nullptr when it is unknown or no longer kept.
    job_ptr find(const std::string& id);

    struct filter {
        std::optional<std::string> phone_id;
        std::optional<job_status> status;
        std::optional<std::string> before; // id of a job; only older ones
        std::size_t limit = 20;
    };

    struct page {
        std::vector<job_ptr> jobs; // newest first
        std::optional<std::string> next_before;
    };

    page list(const filter& wanted);

    /// Lets go what is too old at `now`, or too much.
    void prune(job::clock::time_point now);

private:
    void prune_pictures(job::clock::time_point now);

    limits limits_;
    std::deque<job_ptr> in_order_; // oldest first
    std::deque<job_ptr> pictures_; // those among them that may have one
    std::unordered_map<std::string, job_ptr> by_id_;
};

} // namespace thimble::service
