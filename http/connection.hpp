// One client's connection: requests in, answers out, in the same order.
#pragma once

#include "async/one_shot_timer.hpp"
#include "async/signal.hpp"
#include "http/client_address.hpp"
#include "http/connection_slots.hpp"
#include "http/handler.hpp"
#include "http/limits.hpp"
#include "http/read_result.hpp"
#include "http/stream.hpp"
#include "http/upgraded_connection.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <array>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service::http {

/// Dependencies of connections. All of it outlives them.
struct connection_context {
    handler& answers;
    const limits& granted;
    const trusted_proxies& proxies;
};

/// Home thread. Made by std::make_shared. Reads on while a request is being answered: the only way
/// to see that its caller went away.
class connection : public std::enable_shared_from_this<connection> {
public:
    /// `slot` outlives run().
    connection(stream client, const connection_context& context, connection_slot& slot);

    /// Serves request after request until the client or close() ends it. Throws nothing but
    /// operation_aborted.
    boost::asio::awaitable<void> run();

    /// No further request: ends when the one under way, if any, has its answer.
    void drain();

    /// Ends now; whatever is under way is dropped.
    void close();

private:
    using parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

    /// The request and answer that turn it into something else than HTTP.
    struct change {
        response answer;
        request first;
    };

    boost::asio::awaitable<bool> agree_on_encryption();
    boost::asio::awaitable<void> shut_down();
    boost::asio::awaitable<bool> wait_for_first_byte();
    boost::asio::awaitable<read_result> receive(parser& incoming, request& what);
    boost::asio::awaitable<boost::system::error_code> receive_body(parser& incoming, request& what);
    boost::asio::awaitable<boost::system::error_code>
    receive_file(parser& incoming, request& what, file_receiver& to);
    boost::asio::awaitable<boost::system::error_code> let_it_come(const request& what);
    boost::asio::awaitable<boost::system::error_code> parse(parser& incoming,
                                                            bool (parser::*done)() const);
    boost::asio::awaitable<std::size_t> read_some();
    boost::asio::awaitable<response> answer(const request& what);
    boost::asio::awaitable<void> converse(change into);
    boost::asio::awaitable<bool> send(response what, const request* of, bool keep_alive);
    boost::asio::awaitable<void> lingering_close();

    void start_reading();
    boost::asio::awaitable<void> stop_reading();
    void take(boost::system::error_code failed, std::size_t count);
    void watch_caller();
    void allow(std::chrono::milliseconds time);
    void cut_short();

    bool count_client(const request& what);

    stream stream_;
    handler& handler_;
    const limits& limits_;
    const trusted_proxies& proxies_;
    connection_slot& slot_;
    using chunk = std::array<char, 8192>;
    std::unique_ptr<chunk> chunk_ = std::make_unique<chunk>(); // what is being read
    boost::beast::flat_buffer buffer_;              // what has been read and not yet been parsed
    async::signal arrived_;                         // more has been read, or nothing more will be
    async::one_shot_timer deadline_;                // of what the client has to do now
    std::string peer_;                              // the address at the other end
    std::string client_;                            // the address that the request comes from
    bool proxied_ = false;                          // the peer is a trusted proxy
    caller* caller_ = nullptr;                      // who waits for an answer
    std::shared_ptr<upgraded_connection> upgraded_; // what it has become, if it has
    bool reading_ = false;
    bool called_off_ = false; // the reading
    bool writing_ = false;
    bool idle_ = false;
    bool keeps_alive_ = false; // the client's wish, of the request under way
    bool has_asked_ = false;   // its first request has begun to come
    bool cut_short_ = false;   // what the client has to do now took too long
    bool ended_ = false;       // the client sends nothing more
    bool draining_ = false;
};

} // namespace thimble::service::http
