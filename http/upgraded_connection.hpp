// Connection that was HTTP and has been upgraded to something else.
#pragma once

#include "http/request.hpp"
#include "http/stream.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/string.hpp>

namespace thimble::service::http {

/// True where the request asks for a WebSocket.
inline bool asks_for_websocket(const request& what)
{
    return boost::beast::iequals(what.head[boost::beast::http::field::upgrade], "websocket");
}

/// Home thread.
class upgraded_connection {
public:
    virtual ~upgraded_connection() = default;

    /// Goes on with the connection's bytes. Nothing has been answered to `first` yet but the head
    /// of an open-ended answer: the rest is up to this. Returns when it is over; throws nothing but
    /// operation_aborted.
    virtual boost::asio::awaitable<void> run(stream with, request first) = 0;

    /// The server ends: run() is to return soon.
    virtual void drain() = 0;
};

} // namespace thimble::service::http
