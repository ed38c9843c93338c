// The table of actions: each link action and the function that performs it.
#pragma once

#include "daemon/actions/performance.hpp"
#include "device/phone.hpp"

#include <boost/asio/awaitable.hpp>

#include <memory>

namespace thimble::daemon {

class picture_pool;

/// What an action has to work with. The pool outlives every action.
struct stage {
    std::shared_ptr<device::phone> phone;
    std::optional<link::coordinate_space> made_for; // the space of the coordinates, if it has any
    picture_pool* pictures = nullptr;
};

/// Performs whichever action it is. Home thread; ends early when cancelled, with the finger lifted
/// where the driver can do that. To add an action, add its overload below.
boost::asio::awaitable<performance> perform(stage on, link::action what);

boost::asio::awaitable<performance> perform_one(stage on, link::screenshot what);
boost::asio::awaitable<performance> perform_one(stage on, link::tap what);
boost::asio::awaitable<performance> perform_one(stage on, link::flick what);
boost::asio::awaitable<performance> perform_one(stage on, link::home what);
boost::asio::awaitable<performance> perform_one(stage on, link::select what);

} // namespace thimble::daemon
