// The signing server over TLS: asked only where it shows a certificate of the authority that is
// configured, for the host that was named.
#include "device/images/signing_server.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/test_certificate.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <atomic>
#include <exception>
#include <string>
#include <thread>

namespace thimble::tests {
namespace {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
namespace images = device::images;
using asio::ip::tcp;
using e2e::certificate_terms;
using e2e::test_certificate;

constexpr auto signed_answer =
    "STATUS=0&MESSAGE=SUCCESS&REQUEST_STRING=<?xml version=\"1.0\"?><plist version=\"1.0\">"
    "<dict><key>ApImg4Ticket</key><data>dGlja2V0</data></dict></plist>";

/// Signs whatever it is asked over TLS, on a thread of its own, until it is destroyed.
class encrypted_signer {
public:
    explicit encrypted_signer(const test_certificate& shown)
    {
        shown_.use_certificate_chain_file(shown.certificate().string());
        shown_.use_private_key_file(shown.key().string(), asio::ssl::context::pem);
        asio::co_spawn(context_, serve(), [](std::exception_ptr) {});
        thread_ = std::thread([this] { context_.run(); });
    }
    encrypted_signer(const encrypted_signer&) = delete;
    encrypted_signer& operator=(const encrypted_signer&) = delete;
    ~encrypted_signer()
    {
        context_.stop();
        thread_.join();
    }

    std::string url(const std::string& scheme = "https") const
    {
        return scheme + "://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port()) +
               "/TSS/controller?action=2";
    }

    /// Requests that came through a handshake.
    int requests() const { return requests_; }

private:
    asio::awaitable<void> serve()
    {
        for (;;) {
            auto socket = co_await acceptor_.async_accept(asio::use_awaitable);
            asio::co_spawn(context_, answer(std::move(socket)),
                           [](std::exception_ptr) {}); // of a handshake that fails
        }
    }

    asio::awaitable<void> answer(tcp::socket socket)
    {
        asio::ssl::stream<tcp::socket> stream(std::move(socket), shown_);
        co_await stream.async_handshake(asio::ssl::stream_base::server, asio::use_awaitable);
        boost::beast::flat_buffer buffer;
        beast_http::request<beast_http::string_body> request;
        co_await beast_http::async_read(stream, buffer, request, asio::use_awaitable);
        ++requests_;
        beast_http::response<beast_http::string_body> response(beast_http::status::ok, 11);
        response.body() = signed_answer;
        response.prepare_payload();
        co_await beast_http::async_write(stream, response, asio::use_awaitable);
    }

    asio::io_context context_{1};
    asio::ssl::context shown_{asio::ssl::context::tls_server};
    tcp::acceptor acceptor_{context_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
    std::atomic<int> requests_ = 0;
    std::thread thread_;
};

device::result<images::blob> ask(const images::signing_server& where)
{
    return images::ask_for_ticket(where, "request", std::chrono::seconds(60));
}

} // namespace

TEST_CASE("a signing server over TLS is asked where its authority is the configured one",
          "[images]")
{
    const test_certificate authority({.name = "authority", .authority = true});
    const test_certificate shown({.issuer = &authority});
    const encrypted_signer signer(shown);
    CHECK(ask({.url = signer.url(), .authority = authority.certificate()}) == "ticket");
    CHECK(signer.requests() == 1);
}

TEST_CASE("a signing server over TLS that nobody vouches for is told nothing", "[images]")
{
    const test_certificate authority({.name = "authority", .authority = true});
    const test_certificate other({.name = "another authority", .authority = true});
    const test_certificate shown({.issuer = &authority});
    const test_certificate elsewhere({.hosts = "DNS:signing.example", .issuer = &authority});
    const test_certificate expired({.until = std::chrono::seconds(-30), .issuer = &authority});
    const auto is_refused = [](const test_certificate& certificate,
                               std::optional<std::filesystem::path> trusted) {
        const encrypted_signer signer(certificate);
        const auto asked = ask({.url = signer.url(), .authority = std::move(trusted)});
        REQUIRE_FALSE(asked);
        INFO(asked.error().message);
        CHECK(asked.error().cause == "signing_server_unreachable");
        CHECK(asked.error().message.contains("certificate"));
        CHECK(signer.requests() == 0);
    };
    is_refused(shown, other.certificate());
    is_refused(shown, std::nullopt); // of the system, which does not know it
    is_refused(elsewhere, authority.certificate());
    is_refused(expired, authority.certificate());
}

TEST_CASE("an authority that cannot be read is no reason to trust anybody", "[images]")
{
    const test_certificate authority({.name = "authority", .authority = true});
    const test_certificate shown({.issuer = &authority});
    const encrypted_signer signer(shown);
    for (const auto& file : {authority.certificate().parent_path() / "missing.pem",
                             authority.key()}) { // no certificate in it
        const auto asked = ask({.url = signer.url(), .authority = file});
        REQUIRE_FALSE(asked);
        CHECK(asked.error().cause == "signing_server_address");
        CHECK(asked.error().message.contains(file.string()));
    }
    CHECK(signer.requests() == 0);
}

TEST_CASE("a server that speaks TLS is not asked in the clear", "[images]")
{
    const test_certificate shown;
    const encrypted_signer signer(shown);
    const auto asked = ask({.url = signer.url("http"), .authority = shown.certificate()});
    REQUIRE_FALSE(asked);
    CHECK(asked.error().cause == "signing_server_unreachable");
    CHECK(signer.requests() == 0);
}

} // namespace thimble::tests
