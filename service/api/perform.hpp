// What all actions have in common, from the checks that depend on the phone to the answer.
#pragma once

#include "service/api/services.hpp"
#include "service/routing/endpoint.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>
#include <string_view>
#include <vector>

namespace thimble::service::api {

/// An action that has passed its checks.
struct accepted {
    job_ptr work;
    waiting mode = waiting::sync;
};

/// How an endpoint's arguments become an order.
struct intention {
    const std::vector<parameter>& body; // coordinates are looked for among these
    std::function<result<link::action>(const arguments&)> make; // once they have been checked
    std::function<void(job&)> when_done;                        // after success; may be empty
};

/// Checks connection, coordinates and readiness, then sends it.
result<accepted> accept(services& in, call& what, intention meant);

/// Waits until the job has ended; a caller who goes away withdraws it if it has not started.
boost::asio::awaitable<void> wait_for(services& in, call& what, job_ptr work);

/// {"job_id": …}
http::response job_id_response(const job& work);

/// The query parameter that every action takes, and every screenshot.
parameter async_parameter();

/// Waiting where the endpoint has no such parameter.
waiting mode_of(const call& what);

} // namespace thimble::service::api
