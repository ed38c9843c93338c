// Dependencies of agent sessions.
#pragma once

#include "contract/failure.hpp"
#include "metrics/metrics.hpp"
#include "models/client.hpp"
#include "screen/picture.hpp"
#include "service/accounts/account_share.hpp"
#include "service/agent/permissions.hpp"
#include "service/agent_loop/agent_limits.hpp"
#include "service/jobs/dispatcher.hpp"
#include "service/phones/phones.hpp"
#include "service/secrets/secret.hpp"
#include "service/sessions/facts.hpp"
#include "service/sessions/session_order.hpp"
#include "service/sessions/session_rows.hpp"
#include "store/database.hpp"

#include <spdlog/logger.h>

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace thimble::service {

/// All of it outlives them.
struct agent_dependencies {
    /// The secrets of an account, by name. A failure where the store cannot say.
    using secrets_by_name = std::map<std::string, secret>;
    using secret_reader =
        std::function<boost::asio::awaitable<result<secrets_by_name>>(std::string)>;

    boost::asio::any_io_executor home;
    store::database& store;
    phones& known;
    dispatcher& sender;
    metrics& meter;
    agent_limits limits;
    std::chrono::milliseconds cancel_time; // for the end of acts under way when a session ends
    models::client* model = nullptr;       // nullptr: none is configured
    agent::permissions rules = {};
    secret_reader secrets = {};                                 // may be empty: there are none
    std::function<void(const sessions::facts&)> on_status = {}; // of a session; may be empty

    /// Keeps a picture that an agent was shown as long as the session; may be empty.
    std::function<void(const sessions::facts& of,
                       const std::string& job_id,
                       std::shared_ptr<const screen::bytes> content)>
        keep_picture = {};
    account_count accounts = [] { return 1UL; };
    std::shared_ptr<spdlog::logger> log;
    sessions::sessions_elsewhere elsewhere = {};

    // Of a node among others.
    sessions::holder node = {};           // its id; nothing: the service is alone
    std::function<bool()> has_lease = {}; // else no agent acts; may be empty: it always may
    std::function<boost::asio::awaitable<job_ptr>(std::string account_id, std::string id)>
        find_job = {}; // nullptr where it is not known; may be empty where the service is alone
};

} // namespace thimble::service
