// Answers of a running thimbled over its control socket: its state, and its phones without any
// store. Local mode answers the rest of REST as well.
#pragma once

#include "daemon/execution/phone_host.hpp"
#include "http/handler.hpp"
#include "text/target.hpp"

#include <spdlog/logger.h>

#include <functional>
#include <memory>
#include <optional>

namespace thimble::daemon {

/// Home thread. Paths begin with /local/v1: docs/running.md has them. When the caller goes away
/// before the answer, its action is withdrawn, or ended as soon as the finger is up.
class control_handler final : public service::http::handler {
public:
    /// `phones` outlives it.
    control_handler(boost::asio::any_io_executor home,
                    phone_host& phones,
                    std::shared_ptr<spdlog::logger> log);

    /// Answers every path that is not of the control socket; nullptr: nobody does. It outlives
    /// this.
    void set_beside(service::http::handler* others) { others_ = others; }

    /// Answers clients of the Model Context Protocol; without it nobody does. It may find that
    /// there is nothing to be served.
    using mcp_opener = std::function<std::optional<service::http::response>()>;
    void set_mcp(mcp_opener open) { open_mcp_ = std::move(open); }

    bool wants_body(const service::http::request& what) override;
    boost::asio::awaitable<service::http::response> handle(const service::http::request& what,
                                                           service::http::caller& from) override;
    service::http::response refuse(service::http::refusal why) override;

private:
    boost::asio::awaitable<service::http::response> answer(const service::http::request& what,
                                                           service::http::target where);

    boost::asio::any_io_executor home_;
    phone_host& phones_;
    service::http::handler* others_ = nullptr;
    mcp_opener open_mcp_;
    std::shared_ptr<spdlog::logger> log_;
};

} // namespace thimble::daemon
