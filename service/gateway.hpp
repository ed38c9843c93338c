// From an HTTP request to an endpoint, through every check in the order of the REST contract.
#pragma once

#include "service/http/handler.hpp"
#include "service/keys.hpp"
#include "service/phones.hpp"
#include "service/routing/table.hpp"

#include <spdlog/logger.h>

#include <chrono>
#include <memory>

namespace thimble::service {

/// Route, method, authentication, arguments, phone. What depends on the phone comes after that, in
/// the endpoint. Home thread.
class gateway : public http::handler {
public:
    gateway(const table& endpoints,
            const keys& doors,
            const phones& known,
            std::shared_ptr<spdlog::logger> log);

    boost::asio::awaitable<http::response> handle(const http::request& what,
                                                  http::caller& from) override;
    http::response refuse(http::refusal why) override;

private:
    /// What the log says about a request. No query, no body, no key.
    struct trace {
        std::string id;
        std::string route = "-";
        std::string phone_id = "-";
        std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
    };

    boost::asio::awaitable<http::response>
    answer(const http::request& what, http::caller& from, trace& seen);
    boost::asio::awaitable<http::response> serve(const endpoint& row, call& what);
    result<void> check(const endpoint& row, const http::target& where, call& what) const;
    result<phone_ptr> find_phone(const call& what) const;
    void write_log(const http::request& what, const http::response& out, const trace& seen);

    const table& table_;
    const keys& keys_;
    const phones& phones_;
    std::shared_ptr<spdlog::logger> log_;
};

} // namespace thimble::service
