#include "tests/models/scripted_model/server.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

#include <algorithm>
#include <sstream>

namespace thimble::scripted_model {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

namespace {

constexpr std::size_t largest_request = 256UL * 1024 * 1024;

asio::awaitable<void> wait(std::chrono::milliseconds time)
{
    if (time.count() == 0)
        co_return;
    asio::steady_timer timer(co_await asio::this_coro::executor, time);
    co_await timer.async_wait(asio::use_awaitable);
}

/// One client; what it throws ends its connection.
template <class Stream>
class exchange {
public:
    exchange(Stream& client, director& directs, int connection)
        : client_(client), director_(directs), connection_(connection)
    {
    }

    asio::awaitable<void> run()
    {
        boost::beast::flat_buffer received;
        for (bool more = true; more;) {
            http::request_parser<http::string_body> parser;
            parser.body_limit(largest_request);
            co_await http::async_read(client_, received, parser, asio::use_awaitable);
            const auto answer = director_.answer(parser.get(), connection_);
            co_await wait(answer.what.delay);
            if (answer.what.http)
                co_await refuse(*answer.what.http, answer.as);
            else
                more = co_await tell(answer);
        }
    }

private:
    asio::awaitable<void> refuse(const scripted_error& why, format as)
    {
        http::response<http::string_body> out(http::int_to_status(why.status), 11);
        out.result(why.status);
        out.set(http::field::content_type, "application/json");
        if (!why.retry_after.empty())
            out.set(http::field::retry_after, why.retry_after);
        out.body() = error_body(why, as);
        out.prepare_payload();
        co_await http::async_write(client_, out, asio::use_awaitable);
    }

    /// False: the connection is to be closed.
    asio::awaitable<bool> tell(const scene& played)
    {
        const auto& what = played.what;
        co_await send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
                      "Cache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n",
                      0);
        const auto events = events_of(what, played.as, played.model);
        for (std::size_t at = 0; at < events.size(); ++at) {
            if (what.cut_after == at)
                co_return false;
            if (what.stall_after == at)
                co_await until_client_leaves();
            co_await wait(at == 0 ? std::chrono::milliseconds(0) : what.pause);
            co_await send_chunk(events[at], what.piece);
        }
        if (what.cut_after)
            co_return false;
        co_await send("0\r\n\r\n", 0);
        co_return true;
    }

    asio::awaitable<void> send_chunk(const std::string& bytes, std::size_t piece)
    {
        if (bytes.empty())
            co_return;
        std::ostringstream out;
        out << std::hex << bytes.size() << "\r\n" << bytes << "\r\n";
        co_await send(out.str(), piece);
    }

    asio::awaitable<void> send(std::string bytes, std::size_t piece)
    {
        const auto size = piece == 0 ? bytes.size() : piece;
        for (std::size_t at = 0; at < bytes.size(); at += size)
            co_await asio::async_write(
                client_, asio::buffer(bytes.data() + at, std::min(size, bytes.size() - at)),
                asio::use_awaitable);
    }

    /// Ends by an exception: nothing is to come of a client that waits.
    asio::awaitable<void> until_client_leaves()
    {
        for (char ignored = 0;;)
            co_await client_.async_read_some(asio::buffer(&ignored, 1), asio::use_awaitable);
    }

    Stream& client_;
    director& director_;
    int connection_;
};

asio::awaitable<void>
serve(tcp::socket client, asio::ssl::context* encryption, director& directs, int connection)
{
    try {
        client.set_option(tcp::no_delay(true));
        if (encryption == nullptr) {
            exchange<tcp::socket> plain(client, directs, connection);
            co_await plain.run();
        } else {
            asio::ssl::stream<tcp::socket> encrypted(std::move(client), *encryption);
            co_await encrypted.async_handshake(asio::ssl::stream_base::server, asio::use_awaitable);
            exchange<asio::ssl::stream<tcp::socket>> private_one(encrypted, directs, connection);
            co_await private_one.run();
        }
    } catch (const boost::system::system_error&) { // NOLINT(bugprone-empty-catch): it has left
    }
}

} // namespace

server::server(asio::io_context& on,
               director& directs,
               std::unique_ptr<asio::ssl::context> encryption,
               const tcp::endpoint& at)
    : director_(directs), encryption_(std::move(encryption)), acceptor_(on, at)
{
}

asio::awaitable<void> server::run()
{
    while (true) {
        auto client = co_await acceptor_.async_accept(asio::use_awaitable);
        asio::co_spawn(acceptor_.get_executor(),
                       serve(std::move(client), encryption_.get(), director_, ++connections_),
                       asio::detached);
    }
}

} // namespace thimble::scripted_model
