// The HTTP layer: whatever comes over a connection gets answers that are HTTP, and an end.
#include "http/byte_range.hpp"
#include "http/connection.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "text/target.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/string.hpp>

#include <array>
#include <string>

namespace thimble::fuzz {

namespace asio = boost::asio;
namespace http = service::http;
using boost::system::error_code;

namespace {

/// Says what it was asked for.
class mirror : public http::handler {
public:
    bool wants_body(const http::request& what) override
    {
        require(what.body.empty(), "nobody has read the body yet");
        return what.head["X-API-Key"] != "stranger";
    }

    asio::awaitable<http::response> handle(const http::request& what, http::caller&) override
    {
        const auto where = http::parse_target(what.head.target());
        require(!where || !where->path.empty(), "a path has a segment");
        require(!what.body_too_large || what.body.empty(), "what is too large is not kept");
        constexpr std::uint64_t size = 1000;
        const auto range = http::read_range(what.head[boost::beast::http::field::range], size);
        require(range.kind != http::range_kind::part ||
                    (range.bytes.length > 0 && range.bytes.first < size &&
                     range.bytes.length <= size - range.bytes.first),
                "a range lies within the content");
        http::response out;
        out.status = where ? 200 : 400;
        out.body = what.body;
        co_return out;
    }

    http::response refuse(http::refusal why) override
    {
        http::response out;
        out.status = why == http::refusal::headers_too_large ? 431
                     : why == http::refusal::timed_out       ? 408
                                                             : 400;
        return out;
    }
};

http::limits small_limits()
{
    http::limits out;
    out.header_bytes = 2048;
    out.body_bytes = 512;
    return out;
}

/// Lets go of the connection at its end, and with it of its alarm.
asio::awaitable<void> serve(std::shared_ptr<http::connection> client)
{
    co_await client->run();
}

/// A client that says everything at once, then only listens.
asio::awaitable<void>
talk(asio::local::stream_protocol::socket& client, std::string_view said, std::string& heard)
{
    error_code failed;
    co_await asio::async_write(client, asio::buffer(said),
                               asio::redirect_error(asio::use_awaitable, failed));
    client.shutdown(asio::socket_base::shutdown_send, failed);
    std::array<char, 4096> chunk{};
    std::size_t count = 1;
    while (count > 0) {
        count = co_await client.async_read_some(asio::buffer(chunk),
                                                asio::redirect_error(asio::use_awaitable, failed));
        heard.append(chunk.data(), count);
    }
}

void check_answers(std::string_view heard)
{
    if (heard.empty())
        return; // nothing of a request had come
    require(heard.starts_with("HTTP/1."), "an answer begins with its version");
    require(heard.find("\r\n\r\n") != std::string_view::npos, "an answer has a whole head");
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble::fuzz;
    asio::io_context context(1);
    asio::local::stream_protocol::socket client(context);
    asio::local::stream_protocol::socket server(context);
    asio::local::connect_pair(client, server);
    mirror answers;
    const auto granted = small_limits();
    const http::trusted_proxies proxies;
    http::connection_slots slots(context.get_executor(), granted);
    const auto slot = slots.take("");
    auto served = std::make_shared<http::connection>(
        http::stream(http::stream::socket(std::move(server))),
        http::connection_context{.answers = answers, .granted = granted, .proxies = proxies},
        *slot);
    std::string heard;
    bool ended = false;
    asio::co_spawn(context, serve(std::move(served)), [&](const std::exception_ptr& problem) {
        require(!problem, "a connection ends without an exception");
        ended = true;
    });
    asio::co_spawn(context, talk(client, text_of(data, size), heard), asio::detached);
    context.run_for(std::chrono::seconds(20));
    require(ended, "a connection ends when its client has said everything");
    check_answers(heard);
    return 0;
}
