// From an HTTP request to an endpoint, through every check in the order of the REST contract.
#pragma once

#include "http/cors.hpp"
#include "http/handler.hpp"
#include "http/own_addresses.hpp"
#include "metrics/metrics.hpp"
#include "service/accounts/accounts.hpp"
#include "service/accounts/rate_limit.hpp"
#include "service/audit/audit_log.hpp"
#include "service/jobs/idempotency.hpp"
#include "service/leases/phone_queue.hpp"
#include "service/phones/phones.hpp"
#include "service/routing/table.hpp"
#include "text/trace_context.hpp"

#include <spdlog/logger.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service {

/// Host, route, method, authentication, arguments, phone. Checks that depend on the phone come
/// after that, in the endpoint. Home thread.
class gateway : public http::handler {
public:
    /// Dependencies of a gateway; all of it outlives the gateway.
    struct dependencies {
        const table& endpoints;
        accounts& owners;
        const phones& known;
        phone_queue& waiting;
        metrics& meter;
        rate_limiter& limiter;
        rate_limiter& wrong_keys; // by address
        const own_addresses& here;
        idempotency& answered;
        audit_log& audit;
        http::cors other_origins;

        /// True while this node of the service must not answer: it only says that it lives.
        std::function<bool()> cut_off = [] { return false; };

        /// The answer of another node of the service, where the request is about what lives there
        /// alone; nothing: it is answered here. nullptr: there is no other.
        std::function<std::optional<boost::asio::awaitable<http::response>>(
            const http::request& what, http::caller& from)>
            pass_on = nullptr;

        /// Returns when every node of the service knows the rights that are in the store; nullptr:
        /// there is no other.
        std::function<boost::asio::awaitable<void>()> spread_rights = nullptr;

        /// The same of a phone.
        std::function<boost::asio::awaitable<void>(std::string account_id, std::string phone_id)>
            spread_phone = nullptr;
    };

    gateway(dependencies given, std::shared_ptr<spdlog::logger> log);

    bool wants_body(const http::request& what) override;
    std::unique_ptr<http::file_receiver> receiver_of(const http::request& what) override;
    boost::asio::awaitable<http::response> handle(const http::request& what,
                                                  http::caller& from) override;
    http::response refuse(http::refusal why) override;

    /// The same for a request that the service makes itself on behalf of `who`, whom it has let in
    /// already: the row, the arguments and the phone are looked at, and that the key still stands;
    /// Host is not. When the caller goes, its action is cancelled, even if it has started.
    boost::asio::awaitable<http::response>
    handle_within(account who, const http::request& what, http::caller& from);

private:
    /// Facts about a request for the log. No query, no body, no key.
    struct request_facts {
        std::string id;
        std::string method = "-";
        std::optional<trace_context> trace = {};
        std::string_view counted_method = {}; // by the metrics, where it is another; a constant
        std::string route = "-";
        std::string phone_id = "-";
        std::string account_id = "-";
        std::optional<audit_entry> deed = {}; // once it is known who asks
        std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
    };

    boost::asio::awaitable<http::response> answer_audited(const http::request& what,
                                                          http::caller& from,
                                                          const account* who,
                                                          request_facts& seen);
    boost::asio::awaitable<http::response>
    answer(const http::request& what, http::caller& from, const account* who, request_facts& seen);
    boost::asio::awaitable<void> spread(const endpoint& row, const call& what);
    result<void> check(const endpoint& row, const http::target& where, call& what) const;
    result<void> check_access(const endpoint& row, call& what) const;
    const endpoint* row_of(const http::request& what) const;
    result<account> let_in(const endpoint& row, const http::request& what) const;
    result<account> identify(const endpoint& row, const call& what) const;
    static result<void> check_rights(const endpoint& row, const call& what);
    boost::asio::awaitable<result<void>> resolve_phone(const endpoint& row, call& what);
    boost::asio::awaitable<result<phone_ptr>> any_phone(call& what);
    boost::asio::awaitable<http::response> answer_once(const endpoint& row, call& what);
    boost::asio::awaitable<http::response>
    answer_admitted(const endpoint& row,
                    call& what,
                    result<idempotency::admission> admitted,
                    std::optional<http::response> refused = std::nullopt);
    boost::asio::awaitable<http::response> answer_at_first(const endpoint& row, call& what);
    static http::response answer_again(const endpoint& row, call& what, const job& of);
    result<phone_ptr> find_phone(const call& what) const;
    std::optional<audit_entry> deed_of(const endpoint& row, const call& what) const;
    std::string id_of(const http::request& what);
    void finish(http::response& out, request_facts seen);
    void record(unsigned status, bool taken, const request_facts& seen);

    dependencies context_;
    std::shared_ptr<spdlog::logger> log_;
};

} // namespace thimble::service
