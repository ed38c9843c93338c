// One client's connection: requests in, answers out, in the same order.
#pragma once

#include "service/http/handler.hpp"
#include "service/http/limits.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

namespace thimble::service::http {

/// Home thread. Outlives its run().
class connection {
public:
    connection(boost::asio::ip::tcp::socket socket, handler& answers, const limits& granted);

    /// Serves request after request until the client or close() ends it. Throws nothing but
    /// operation_aborted.
    boost::asio::awaitable<void> run();

    /// No further request: ends when the one under way, if any, has its answer.
    void drain();

    /// Ends now; whatever is under way is dropped.
    void close();

private:
    using parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

    /// What the client has sent so far of the next request.
    enum class arrival : std::uint8_t { request, nothing, malformed, headers_too_large, timed_out };

    static arrival meaning_of(boost::system::error_code failed);
    static refusal to_refusal(arrival what);

    boost::asio::awaitable<bool> wait_for_first_byte();
    boost::asio::awaitable<arrival> receive(parser& incoming, request& what);
    boost::asio::awaitable<boost::system::error_code> receive_body(parser& incoming, request& what);
    boost::asio::awaitable<boost::system::error_code> parse(parser& incoming,
                                                            bool (parser::*done)() const);
    boost::asio::awaitable<std::size_t> read_some();
    boost::asio::awaitable<response> answer(const request& what, caller& from);
    boost::asio::awaitable<void> watch(caller& from);
    boost::asio::awaitable<bool> send(response what, const request* of, bool keep_alive);
    boost::asio::awaitable<bool> discard();
    boost::asio::awaitable<void> linger();

    boost::asio::ip::tcp::socket socket_;
    handler& handler_;
    const limits& limits_;
    boost::beast::flat_buffer buffer_;
    bool idle_ = false;
    bool ended_ = false; // the client sends nothing more; reading again would wait for ever
    bool draining_ = false;
};

} // namespace thimble::service::http
