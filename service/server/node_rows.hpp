// The table of nodes, and what a node that is gone has left to the others.
#pragma once

#include "service/jobs/job_rows.hpp"
#include "service/recordings/recording.hpp"
#include "service/sessions/facts.hpp"
#include "store/transaction.hpp"

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// This node is there, by the clock of the database.
void beat_in_store(store::transaction& on, std::string_view id, std::string_view name);

/// The others that have been there within a lease.
std::vector<std::string>
nodes_in_store(store::transaction& on, std::string_view except, std::chrono::milliseconds lease);

/// It ends: nobody has to wait for its lease.
void end_in_store(store::transaction& on, std::string_view id);

/// Nodes that have not been there for that long, and those that are in no row and have left
/// something.
std::vector<std::string> silent_nodes(store::transaction& on, std::chrono::milliseconds lease);

/// Work that a service which was alone has not ended: its sessions have failed, and its jobs and
/// recordings are from then on as if a node that is gone had left them to the others.
void leave_work_of_service_alone(store::transaction& on);

struct left_work {
    std::vector<sessions::facts> sessions = {};
    std::vector<store::job_row> jobs = {};
    std::vector<recording> recordings = {}; // nobody goes on with these: they end

    /// Ids of jobs of each session that may have changed something on its phone, the oldest first.
    std::map<std::string, std::vector<std::string>> acts = {}; // by the session's id
};

/// All that a node has and has not ended.
left_work work_of(store::transaction& on, std::string_view node);

/// Of that, what is the node's.
left_work work_among(store::transaction& on, const left_work& wanted, std::string_view node);

/// Gives all that the silent node has not ended to the taker, but for its recordings, which have
/// ended then: one wins. Nothing where the node is there after all, or another has taken it.
left_work take_work(store::transaction& on,
                    std::string_view silent,
                    std::string_view taker,
                    std::chrono::milliseconds lease);

} // namespace thimble::service
