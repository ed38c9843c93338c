// Dependencies of a server's requests.
#pragma once

#include "mcp/catalogue.hpp"
#include "mcp/changes.hpp"
#include "mcp/json_rpc.hpp"
#include "mcp/outlet.hpp"
#include "mcp/request_state.hpp"
#include "mcp/running_requests.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>

namespace thimble::mcp {

struct server_settings {
    std::string name;
    std::string title = {};
    std::string version;
    std::string instructions = {}; // for the model
    std::size_t page_size = 50;
    std::size_t subscriptions = 16;        // of an account, open at once
    std::size_t requests = 64;             // of a session, under way at once
    std::size_t watched_resources = 64;    // of a subscription, or of a session
    std::string id_suffix = {};            // of sessions and of states: where they are known
    std::chrono::seconds answer_time{600}; // for a client to answer a question; then it was none
};

/// Home thread.
struct server_parts {
    server_parts(boost::asio::any_io_executor executor,
                 catalogue& offered,
                 server_settings given,
                 running_requests::failure_log on_failure);

    boost::asio::any_io_executor home;
    catalogue& offers;
    server_settings settings;
    running_requests::failure_log failed; // of what is no fault of a client's
    request_states states;
    changes told;
    running_requests running;
    std::map<std::string, std::size_t> subscriptions; // open ones by account
    async::signal closing;                            // subscriptions end
    bool closed = false;
};

nlohmann::json server_info(const server_settings& of);

/// Features as a client is told about them; of the era that it speaks.
nlohmann::json capabilities_of(const features& what, revision speaks);

/// Does the work of the request `id` and tells `to` the outcome: a result, an error, or nothing
/// where it was cancelled. An exception becomes an internal error.
boost::asio::awaitable<void> answer_with(server_parts& parts,
                                         request_id id,
                                         std::shared_ptr<outlet> to,
                                         boost::asio::awaitable<outcome<nlohmann::json>> work);

/// As an error where the client has to be asked first: of methods and eras that cannot do that.
error to_error(const halt& why);

} // namespace thimble::mcp
