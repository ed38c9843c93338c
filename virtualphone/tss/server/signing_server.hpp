// A stand-in for the server that signs developer images, on HTTP.
#pragma once

#include "virtualphone/mux/listen_socket.hpp"
#include "virtualphone/tss/signing.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ssl/context.hpp>

#include <functional>
#include <memory>

namespace thimble::virtualphone::tss {

/// Told of every answer to a request for a ticket.
using answer_listener = std::function<void(const signing_answer& answer)>;

/// Serves until the listener is closed, which outlives the coroutine. A request comes in one of
/// three ways: straight; through the stand-in as a proxy, with the address of Apple's server as
/// its target; or by CONNECT and TLS, whoever it is for. Home thread only.
boost::asio::awaitable<void> serve_signing(listen_socket& listener,
                                           std::shared_ptr<boost::asio::ssl::context> certificate,
                                           answer_listener told);

} // namespace thimble::virtualphone::tss
