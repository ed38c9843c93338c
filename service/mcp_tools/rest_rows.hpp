// The REST API as tools use it: the same rows, asked within the process.
#pragma once

#include "async/signal.hpp"
#include "async/task_group.hpp"
#include "http/request.hpp"
#include "http/response.hpp"
#include "service/accounts/account.hpp"
#include "service/gateway/gateway.hpp"
#include "service/routing/table.hpp"
#include "text/trace_context.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace thimble::service::mcp_tools {

struct rest_answer {
    http::response response = {};
    nlohmann::json record = nullptr; // null where the body is none, or no JSON

    bool ok() const { return response.status < 400; }

    /// Empty where there is no such header.
    std::string header(std::string_view name) const;

    /// Those of a picture; they live as long as this.
    std::span<const std::byte> bytes() const;
};

/// Home thread. Outlives those who ask.
class rest_rows {
public:
    /// `entrance` and `endpoints` outlive it.
    rest_rows(boost::asio::any_io_executor home,
              gateway& entrance,
              const table& endpoints,
              std::function<void(const std::exception_ptr&)> on_failure);

    /// Of a row with this method and pattern, "/v1/phones/{phone_id}/tap"; nullptr where none is
    /// served.
    const endpoint* find(boost::beast::http::verb method, std::string_view pattern) const;

    /// A cancelled caller has gone: the action is cancelled, and the request ends by itself.
    /// `trace` is the one that the caller follows.
    boost::asio::awaitable<rest_answer> ask(account who,
                                            boost::beast::http::verb method,
                                            std::string target,
                                            nlohmann::json body = nullptr,
                                            std::optional<trace_context> trace = {});

    /// For what must be done although the one who has asked is cancelled.
    void tell(account who, boost::beast::http::verb method, std::string target);

    /// Returns when no request is under way.
    boost::asio::awaitable<void> until_idle();

private:
    struct exchange;

    boost::asio::awaitable<void> run(std::shared_ptr<exchange> one, account who);
    std::shared_ptr<exchange> begin(account who,
                                    boost::beast::http::verb method,
                                    std::string target,
                                    const nlohmann::json& body,
                                    const std::optional<trace_context>& trace = {});

    boost::asio::any_io_executor home_;
    gateway& entrance_;
    const table& endpoints_;
    async::task_group under_way_;
};

/// "/v1/phones/ID/tail".
std::string phone_target(const std::string& phone_id, std::string_view tail);

} // namespace thimble::service::mcp_tools
