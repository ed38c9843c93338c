// Registry of agents' actions on their phones that have not ended yet.
#pragma once

#include "async/signal.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service {

/// Home thread. Of all agents; whatever else happens on a phone, somebody else has asked for.
class acts_under_way {
public:
    explicit acts_under_way(const boost::asio::any_io_executor& home) : fewer_(home) {}

    void add(const std::string& job_id, std::string session_id)
    {
        sessions_.insert_or_assign(job_id, std::move(session_id));
    }

    /// Of a job that has ended: the id of the session whose agent has asked for it; nothing where
    /// somebody else has.
    std::optional<std::string> remove(const std::string& job_id)
    {
        auto act = sessions_.extract(job_id);
        if (act.empty())
            return std::nullopt;
        fewer_.notify_all();
        return std::move(act.mapped());
    }

    /// Ids of the jobs of a session.
    std::vector<std::string> of(const std::string& session_id) const
    {
        std::vector<std::string> out;
        for (const auto& [job_id, whose] : sessions_)
            if (whose == session_id)
                out.push_back(job_id);
        return out;
    }

    /// True, once none is left.
    boost::asio::awaitable<bool> until_none()
    {
        while (!sessions_.empty())
            co_await fewer_.wait();
        co_return true;
    }

private:
    std::map<std::string, std::string> sessions_; // ids, by those of the jobs
    async::signal fewer_;
};

} // namespace thimble::service
