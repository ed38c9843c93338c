// Interface by which the HTTP server gets its responses.
#pragma once

#include "http/request.hpp"
#include "http/response.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <memory>

namespace thimble::service::http {

/// Why something that came in is not a request.
enum class refusal : std::uint8_t { malformed, headers_too_large, timed_out, over_share };

/// Home thread.
class handler {
public:
    virtual ~handler() = default;

    /// True where a body of more than a few bytes is worth reading: of `what` there is the head
    /// alone. If it is not, handle() is told that the body was too large.
    virtual bool wants_body(const request& what) = 0;

    /// Where a body goes that may be as long as a file; of `what` there is the head alone. nullptr:
    /// it is kept in memory, as the others are.
    virtual std::unique_ptr<file_receiver> receiver_of(const request& /*what*/) { return nullptr; }

    /// The answer to one request. Throws nothing but operation_aborted, when it is cancelled.
    /// `what` and `from` outlive the coroutine.
    virtual boost::asio::awaitable<response> handle(const request& what, caller& from) = 0;

    /// The answer to what is no request; the connection is closed after it.
    virtual response refuse(refusal why) = 0;
};

} // namespace thimble::service::http
