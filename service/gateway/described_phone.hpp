// Waiting for a phone that a request describes instead of naming one.
#pragma once

#include "contract/failure.hpp"
#include "service/leases/phone_queue.hpp"
#include "service/routing/endpoint.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>

namespace thimble::service {

/// INVALID_ARGUMENT for a description that is none.
result<phone_requirement> described_phone(const call& what);

/// One that fits, as soon as it is this request's turn, for at most its `wait_s`. The phone is kept
/// from the others that wait until the request has been answered. Fails as phone_queue::take, and
/// where this node must not answer any more when the wait is over. What is referred to outlives the
/// coroutine.
boost::asio::awaitable<result<phone_ptr>> wait_for_phone(phone_queue& waiting,
                                                         const std::function<bool()>& cut_off,
                                                         call& what,
                                                         phone_requirement wanted);

} // namespace thimble::service
