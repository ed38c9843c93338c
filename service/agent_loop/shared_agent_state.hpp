// State that all agents of a service share.
#pragma once

#include "async/worker.hpp"
#include "service/agent/instructions.hpp"
#include "service/agent/tool_table.hpp"
#include "service/agent_loop/acts_under_way.hpp"
#include "service/agent_loop/picture_shares.hpp"

#include <vector>

namespace thimble::service {

/// Home thread. Outlives the agents.
struct shared_agent_state {
    explicit shared_agent_state(const boost::asio::any_io_executor& home) : acts(home), marker(home)
    {
    }

    agent::tool_table tools;
    std::vector<models::tool> offered = agent::offered(tools); // as models are told of them
    acts_under_way acts;
    picture_shares pictures;
    async::worker marker; // of what pictures look like
};

} // namespace thimble::service
