// Common path of all actions, from the checks that depend on the phone to the answer.
#pragma once

#include "service/rest/services.hpp"
#include "service/routing/endpoint.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::api {

/// An action that has passed its checks.
struct accepted {
    job_ptr work;
    waiting mode = waiting::sync;
};

/// Way from an endpoint's arguments to an order.
struct intention {
    const std::vector<parameter>& body; // coordinates are looked for among these
    std::function<result<link::action>(const arguments&)> make; // once they have been checked
    std::function<void(job&)> when_done;                        // after success; may be empty
    bool kept = false; // as a job, also if the request itself waits for it
};

/// Checks connection, coordinates and readiness, then writes it down if it is kept, and sends it.
boost::asio::awaitable<result<accepted>> accept(services& in, call& what, intention meant);

/// Waits until the job has ended; a caller who goes away withdraws it if it has not started, unless
/// the request carries an Idempotency-Key.
boost::asio::awaitable<void> wait_for(services& in, call& what, job_ptr work);

/// {"job_id": …}
http::response job_id_response(const job& work);

/// The query parameter that every action takes, and every screenshot.
parameter async_parameter();

/// The codes that accept() and the command itself may fail with, whatever is asked for.
std::vector<std::string> command_failures();

/// Waiting where the endpoint has no such parameter.
waiting mode_of(const call& what);

} // namespace thimble::service::api
