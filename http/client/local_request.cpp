#include "http/client/local_request.hpp"

#include "async/deadline.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

#include <cstdint>
#include <utility>

namespace thimble::service::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
using protocol = asio::local::stream_protocol;
using answered = std::expected<local_response, no_local_response>;

namespace {

constexpr int http_1_1 = 11;
constexpr std::uint32_t longest_head = 256UL * 1024;        // bytes
constexpr std::uint64_t longest_body = 256UL * 1024 * 1024; // of a picture

asio::awaitable<answered>
converse(const std::filesystem::path& path, const local_request& what, bool& connected)
{
    try {
        protocol::socket server(co_await asio::this_coro::executor);
        co_await server.async_connect(protocol::endpoint(path.string()), asio::use_awaitable);
        connected = true;
        co_await beast::http::async_write(server, what, asio::use_awaitable);
        beast::flat_buffer buffer;
        beast::http::response_parser<beast::http::string_body> incoming;
        incoming.header_limit(longest_head);
        incoming.body_limit(longest_body);
        co_await beast::http::async_read(server, buffer, incoming, asio::use_awaitable);
        co_return incoming.release();
    } catch (const boost::system::system_error& problem) {
        if (problem.code() == asio::error::operation_aborted)
            throw;
        co_return std::unexpected(
            no_local_response{.connected = connected, .why = problem.code().message()});
    }
}

} // namespace

local_request
make_local_request(beast::http::verb method, const std::string& target, std::string body)
{
    local_request out(method, target, http_1_1, std::move(body));
    out.set(beast::http::field::host, "localhost");
    if (!out.body().empty())
        out.set(beast::http::field::content_type, "application/json");
    out.keep_alive(false);
    out.prepare_payload();
    return out;
}

answered ask_local(const std::filesystem::path& socket,
                   const local_request& what,
                   std::chrono::milliseconds limit)
{
    asio::io_context context(1);
    std::optional<answered> answer;
    std::exception_ptr problem;
    bool connected = false;
    asio::co_spawn(context, async::with_timeout(limit, converse(socket, what, connected)),
                   [&](std::exception_ptr thrown, std::optional<answered> came) {
                       problem = std::move(thrown);
                       answer = std::move(came);
                   });
    context.run();
    if (problem)
        std::rethrow_exception(problem);
    return std::move(answer).value_or(std::unexpected(
        no_local_response{.connected = connected,
                          .why = "nothing came within " + std::to_string(limit.count()) + " ms"}));
}

} // namespace thimble::service::http
