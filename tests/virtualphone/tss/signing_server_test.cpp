// The three ways to the stand-in: straight, through it as a proxy, and by CONNECT and TLS.
#include "tests/catch2.hpp"
#include "tests/virtualphone/tss/signing_request.hpp"
#include "virtualphone/tss/server/server_certificate.hpp"
#include "virtualphone/tss/server/signing_server.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <charconv>
#include <chrono>

namespace thimble::virtualphone::tss {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using tcp = asio::ip::tcp;

constexpr auto server_path = "/TSS/controller?action=2";

/// A stand-in in the test's thread, and clients of it.
class signing_desk {
public:
    signing_desk()
    {
        asio::co_spawn(
            context_,
            serve_signing(listener_, make_server_certificate(),
                          [this](const signing_answer& answer) { told.push_back(answer.status); }),
            [](const std::exception_ptr&) {}); // the listener is closed
    }
    signing_desk(const signing_desk&) = delete;
    signing_desk& operator=(const signing_desk&) = delete;
    ~signing_desk() { listener_.close(); }

    void run(asio::awaitable<void> client)
    {
        bool ended = false;
        std::exception_ptr failure;
        asio::co_spawn(context_, std::move(client), [&](const std::exception_ptr& thrown) {
            failure = thrown;
            ended = true;
        });
        const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (!ended && std::chrono::steady_clock::now() < limit)
            context_.run_one_until(limit);
        REQUIRE(ended);
        if (failure)
            std::rethrow_exception(failure);
    }

    asio::awaitable<tcp::socket> connect()
    {
        const std::string& address = listener_.address();
        const auto text = std::string_view(address).substr(address.rfind(':') + 1);
        std::uint16_t port = 0;
        std::from_chars(text.data(), text.data() + text.size(), port);
        tcp::socket result(context_);
        co_await result.async_connect({asio::ip::address_v4::loopback(), port},
                                      asio::use_awaitable);
        co_return result;
    }

    std::vector<int> told; // the statuses of what was answered

private:
    asio::io_context context_{1};
    listen_socket listener_ = *listen_socket::open(context_.get_executor(), "127.0.0.1:0");
};

struct reply {
    unsigned status = 0;
    std::string body;
};

template <class Stream>
asio::awaitable<reply>
post(Stream& over, const std::string& target, const std::string& body, bool last = false)
{
    http::request<http::string_body> request(http::verb::post, target, 11, body);
    request.set(http::field::host, "gs.apple.com");
    request.keep_alive(!last);
    request.prepare_payload();
    co_await http::async_write(over, request, asio::use_awaitable);
    boost::beast::flat_buffer unread;
    http::response<http::string_body> response;
    co_await http::async_read(over, unread, response, asio::use_awaitable);
    co_return reply{response.result_int(), std::move(response.body())};
}

std::string good_request()
{
    return xml_of(signing_request_for(1, plist::bytes(48, 9)));
}

} // namespace

TEST_CASE("the signing server is asked straight, many times on a connection", "[virtualphone]")
{
    signing_desk desk;
    desk.run([&]() -> asio::awaitable<void> {
        auto socket = co_await desk.connect();
        const auto first = co_await post(socket, server_path, good_request());
        CHECK(first.status == 200);
        CHECK(first.body.starts_with("STATUS=0&"));
        const auto second = co_await post(socket, server_path, "nonsense");
        CHECK(second.status == 200);
        CHECK(second.body.starts_with("STATUS=100&"));
        CHECK((co_await post(socket, "/elsewhere", good_request())).status == 404);
        CHECK((co_await post(socket, "http://gs.apple.com", good_request())).status == 404);
    }());
    CHECK(desk.told == std::vector{0, 100});
}

TEST_CASE("the signing server is asked as a proxy", "[virtualphone]")
{
    signing_desk desk;
    desk.run([&]() -> asio::awaitable<void> {
        auto socket = co_await desk.connect();
        const auto given = co_await post(socket, std::string("http://gs.apple.com") + server_path,
                                         good_request(), true);
        CHECK(given.body.starts_with("STATUS=0&"));
    }());
    CHECK(desk.told == std::vector{0});
}

TEST_CASE("the signing server is asked through CONNECT and TLS", "[virtualphone]")
{
    signing_desk desk;
    desk.run([&]() -> asio::awaitable<void> {
        auto socket = co_await desk.connect();
        const std::string opening =
            "CONNECT gs.apple.com:443 HTTP/1.1\r\nHost: gs.apple.com:443\r\n\r\n";
        co_await asio::async_write(socket, asio::buffer(opening), asio::use_awaitable);
        std::string answer;
        co_await asio::async_read_until(socket, asio::dynamic_buffer(answer), "\r\n\r\n",
                                        asio::use_awaitable);
        REQUIRE(answer.starts_with("HTTP/1.1 200 "));
        asio::ssl::context trusting(asio::ssl::context::tls_client); // any certificate
        asio::ssl::stream<tcp::socket&> secured(socket, trusting);
        co_await secured.async_handshake(asio::ssl::stream_base::client, asio::use_awaitable);
        CHECK((co_await post(secured, server_path, good_request())).body.starts_with("STATUS=0&"));
        CHECK((co_await post(secured, server_path, "")).body.starts_with("STATUS=100&"));
    }());
    CHECK(desk.told == std::vector{0, 100});
}

TEST_CASE("the signing server outlives clients that break off or talk nonsense", "[virtualphone]")
{
    signing_desk desk;
    desk.run([&]() -> asio::awaitable<void> {
        for (const std::string_view nonsense :
             {"", "nonsense\r\n\r\n", "CONNECT x:1 HTTP/1.1\r\n\r\nno TLS at all, but long enough",
              "POST /TSS/controller HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n"}) {
            auto socket = co_await desk.connect();
            co_await asio::async_write(socket, asio::buffer(nonsense), asio::use_awaitable);
            socket.shutdown(tcp::socket::shutdown_send);
        }
        auto socket = co_await desk.connect();
        CHECK((co_await post(socket, server_path, good_request())).status == 200);
    }());
    CHECK(desk.told == std::vector{0});
}

} // namespace thimble::virtualphone::tss
