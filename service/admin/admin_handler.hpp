// Takes an operator's commands over HTTP, on a Unix socket in the state directory.
#pragma once

#include "http/handler.hpp"
#include "http/limits.hpp"
#include "service/admin/admin_request.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <filesystem>
#include <functional>
#include <memory>

namespace thimble::service {

/// Home thread. "account create" is POST /admin/v1/account/create, with its arguments as JSON; what
/// a command has changed is in force before its answer, {"done","text"}.
class admin_handler final : public http::handler {
public:
    /// After a command the service takes over what it has changed; false when it cannot.
    using take_over = std::function<boost::asio::awaitable<bool>()>;

    /// `kept` outlives it.
    admin_handler(store::database& kept, take_over changes, std::shared_ptr<spdlog::logger> log);

    static std::filesystem::path socket_in(const std::filesystem::path& state_dir);

    /// Of its listener: one client at a time.
    static http::limits limits();

    bool wants_body(const http::request& what) override;
    boost::asio::awaitable<http::response> handle(const http::request& what,
                                                  http::caller& from) override;
    http::response refuse(http::refusal why) override;

private:
    boost::asio::awaitable<admin_answer> run(admin_request what);

    store::database& store_;
    take_over take_over_;
    std::shared_ptr<spdlog::logger> log_;
};

} // namespace thimble::service
