// Answers of the endpoints about one session.
#pragma once

#include "service/rest/endpoints.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::service::api {

/// The session of the path, SESSION_NOT_FOUND, or that the store cannot say; sets which phone the
/// answer is about.
boost::asio::awaitable<result<sessions::facts>> find_session(services& in, call& what);

} // namespace thimble::service::api
