// The Model Context Protocol as a part of the service: /mcp, and connections of this machine.
#pragma once

#include "http/cors.hpp"
#include "mcp/http/endpoint.hpp"
#include "mcp/server.hpp"
#include "service/accounts/accounts.hpp"
#include "service/gateway/gateway.hpp"
#include "service/mcp_tools/phone_catalogue.hpp"
#include "service/mcp_tools/rest_rows.hpp"
#include "service/routing/table.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service::mcp_tools {

/// Home thread. close() and until_idle() come before its end.
class mcp_service {
public:
    /// `entrance` and `endpoints` outlive it. `origins` are pages that may use the API. `id_suffix`
    /// is behind the ids of sessions and what else this node alone knows.
    mcp_service(boost::asio::any_io_executor home,
                gateway& entrance,
                const table& endpoints,
                act_consent consent,
                std::vector<std::string> origins,
                std::string id_suffix,
                std::shared_ptr<spdlog::logger> log);

    /// The value of WWW-Authenticate for a program of others whose token lacks these scopes.
    using scope_challenge =
        std::function<std::string(const http::request&, const http::caller&, scope_set needed)>;
    void challenge_by(scope_challenge how) { scope_challenge_ = std::move(how); }

    /// POST, GET and DELETE of /mcp, for whoever has a key.
    std::vector<endpoint> rows();

    /// Once, when the table has every row of the REST API.
    void make_tools() { offers_.make_tools(); }

    /// The answer to a client of this machine, which speaks on behalf of `who`: lines over the
    /// same connection.
    http::response open_local_client(account who);

    /// Returns when no client of this machine has been there for so long.
    boost::asio::awaitable<void> until_left_alone(std::chrono::milliseconds time);

    /// Sessions of keys that are no longer good end, and what is under way for them.
    void accounts_changed(const accounts& now);

    /// Ends sessions, and what is under way.
    boost::asio::awaitable<void> close();

    /// Nothing that it has asked of the REST API is under way. After close().
    boost::asio::awaitable<void> until_idle() { return rest_.until_idle(); }

private:
    struct local_presence;

    boost::asio::awaitable<http::response> answer(call& what);
    std::optional<http::response> refuse_for_scopes(const call& what) const;

    boost::asio::any_io_executor home_;
    std::shared_ptr<spdlog::logger> log_;
    std::vector<std::string> origins_;
    std::shared_ptr<local_presence> presence_;
    rest_rows rest_;
    act_consent consent_;
    phone_catalogue offers_;
    mcp::server server_;
    mcp::http::endpoint endpoint_;
    scope_challenge scope_challenge_; // may be empty
};

} // namespace thimble::service::mcp_tools
