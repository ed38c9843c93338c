// Registry of agents' actions on their phones that have not ended yet.
#pragma once

#include "async/signal.hpp"

#include <set>
#include <string>

namespace thimble::service {

/// Home thread. Of all agents; whatever else happens on a phone, somebody else has asked for.
class acts_under_way {
public:
    explicit acts_under_way(const boost::asio::any_io_executor& home) : fewer_(home) {}

    void add(const std::string& job_id) { ids_.insert(job_id); }

    /// True where an agent has asked for it, of a job that has ended.
    bool remove(const std::string& job_id)
    {
        const bool known = ids_.erase(job_id) > 0;
        if (known)
            fewer_.notify_all();
        return known;
    }

    /// True, once none is left.
    boost::asio::awaitable<bool> until_none()
    {
        while (!ids_.empty())
            co_await fewer_.wait();
        co_return true;
    }

private:
    std::set<std::string> ids_; // of jobs
    async::signal fewer_;
};

} // namespace thimble::service
