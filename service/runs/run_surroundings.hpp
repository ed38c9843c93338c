// What agent sessions work with.
#pragma once

#include "service/account_share.hpp"
#include "service/agent/permissions.hpp"
#include "service/agent/secrets.hpp"
#include "service/dispatcher.hpp"
#include "service/failure.hpp"
#include "service/limits.hpp"
#include "service/metrics/metrics.hpp"
#include "service/models/client.hpp"
#include "service/phones.hpp"
#include "service/store/database.hpp"

#include <spdlog/logger.h>

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace thimble::service {

/// All of it outlives them.
struct run_surroundings {
    /// The secrets of an account, by name. INTERNAL_ERROR where the store cannot say.
    using secrets_by_name = std::map<std::string, agent::secret>;
    using secret_reader =
        std::function<boost::asio::awaitable<result<secrets_by_name>>(std::string)>;

    boost::asio::any_io_executor home;
    store::database& store;
    phones& known;
    dispatcher& sender;
    metrics& meter;
    const service::limits& limits;
    models::client* model = nullptr; // nullptr: none is configured
    agent::permissions rules = {};
    secret_reader secrets = {}; // may be empty: there are none
    account_count accounts = [] { return 1UL; };
    std::shared_ptr<spdlog::logger> log;
};

} // namespace thimble::service
