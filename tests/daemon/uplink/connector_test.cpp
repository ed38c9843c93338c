// The way to the service: whom it trusts, what it says when it fails, and how soon.
#include "daemon/uplink/connector.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/uplink/scripted_server.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/kept_port.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <openssl/pem.h>

#include <cstdio>
#include <fstream>

namespace thimble::daemon {

namespace {

namespace asio = boost::asio;
namespace ssl = asio::ssl;
using namespace std::chrono_literals;
using e2e::certificate_terms;
using e2e::test_certificate;
using test::scripted_server;

asio::awaitable<void> connect_and_read(connector& over, std::optional<connector::connected>& out)
{
    out = co_await over.connect();
}

service_address service_at(const std::string& host, std::uint16_t port)
{
    const auto address = parse_service_address("https://" + host + ":" + std::to_string(port));
    REQUIRE(address);
    return *address;
}

/// Connects until the context has nothing more to wait for, or for ten seconds.
class connecting {
public:
    connector& make(connector_options options)
    {
        auto made = connector::make(context.get_executor(), std::move(options));
        REQUIRE(made);
        connector_ = std::move(*made);
        return *connector_;
    }

    connector::connected connect()
    {
        std::optional<connector::connected> out;
        context.restart(); // it stops whenever there is nothing to wait for
        asio::co_spawn(context, connect_and_read(*connector_, out), asio::detached);
        const auto deadline = std::chrono::steady_clock::now() + 10s * e2e::slowdown();
        while (!out && std::chrono::steady_clock::now() < deadline)
            context.run_one_for(100ms);
        REQUIRE(out);
        return std::move(*out);
    }

    connector::connected connect(connector_options options)
    {
        make(std::move(options));
        return connect();
    }

    connect_failure failure_of(connector_options options)
    {
        const auto made = connect(std::move(options));
        REQUIRE_FALSE(made);
        CHECK(made.error().message.ends_with('.'));
        return made.error();
    }

    /// The service's words once the connection is made.
    std::string first_words(service::http::stream& over)
    {
        std::string said(7, '\0');
        bool read = false;
        asio::async_read(over, asio::buffer(said),
                         [&](const boost::system::error_code& failed, std::size_t) {
                             read = true;
                             CHECK_FALSE(failed);
                         });
        while (!read)
            REQUIRE(context.run_one_for(10s) > 0);
        return said;
    }

    asio::io_context context{1};

private:
    std::unique_ptr<connector> connector_;
};

key_pin pin_of(const test_certificate& from)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
        std::fopen(from.certificate().c_str(), "r"), &std::fclose);
    REQUIRE(file);
    const std::unique_ptr<X509, decltype(&X509_free)> read(
        PEM_read_X509(file.get(), nullptr, nullptr, nullptr), &X509_free);
    REQUIRE(read);
    return key_pin::of(*read);
}

} // namespace

TEST_CASE_METHOD(connecting, "a service whose authority is trusted is reached", "[daemon]")
{
    const test_certificate authority(certificate_terms{.name = "An authority", .authority = true});
    const test_certificate shown(certificate_terms{.issuer = &authority});
    scripted_server server(context, test::encrypted(shown, test::welcome));
    const auto host = GENERATE("localhost", "127.0.0.1");
    auto made = connect({.service = service_at(host, server.port()),
                         .ca_file = authority.certificate(),
                         .pin = pin_of(shown)});
    REQUIRE(made);
    CHECK(made->encrypted());
    CHECK(SSL_version(&made->encryption()) >= TLS1_2_VERSION);
    CHECK(first_words(*made) == "welcome");
    int keeps_alive = 0;
    socklen_t size = sizeof keeps_alive;
    CHECK(::getsockopt(made->lowest().native_handle(), SOL_SOCKET, SO_KEEPALIVE, &keeps_alive,
                       &size) == 0);
    CHECK(keeps_alive != 0);
}

TEST_CASE_METHOD(connecting, "plain HTTP on this machine is not encrypted", "[daemon]")
{
    scripted_server server(context, test::say_nothing);
    auto address =
        parse_service_address("http://localhost:" + std::to_string(server.port())).value();
    const auto made = connect({.service = address});
    REQUIRE(made);
    CHECK_FALSE(made->encrypted());
}

TEST_CASE_METHOD(connecting, "what is wrong with a certificate is said", "[daemon]")
{
    struct row {
        certificate_terms terms;
        bool trusted;
        connect_step step;
    };
    const auto each = GENERATE(
        row{{.from = -2h, .until = -1h}, true, connect_step::expired},
        row{{.from = 1h, .until = 2h}, true, connect_step::not_yet_valid},
        row{{.hosts = "DNS:phones.example"}, true, connect_step::wrong_host},
        row{{.name = "localhost", .hosts = "DNS:*.localhost"}, true, connect_step::wrong_host},
        row{{}, false, connect_step::unknown_issuer});
    const test_certificate shown(each.terms);
    const test_certificate other;
    scripted_server server(context, test::encrypted(shown, test::welcome));
    const auto failed =
        failure_of({.service = service_at("localhost", server.port()),
                    .ca_file = each.trusted ? shown.certificate() : other.certificate()});
    INFO(failed.message);
    CHECK(failed.step == each.step);
    CHECK_FALSE(failed.timed_out);
    CHECK(failed.message.find("localhost") != std::string::npos);
}

TEST_CASE_METHOD(connecting, "the system's authorities do not know a home-made one", "[daemon]")
{
    const test_certificate shown;
    scripted_server server(context, test::encrypted(shown, test::welcome));
    CHECK(failure_of({.service = service_at("localhost", server.port())}).step ==
          connect_step::unknown_issuer);
}

TEST_CASE_METHOD(connecting, "a pinned key is checked besides everything else", "[daemon]")
{
    const test_certificate shown;
    const test_certificate other;
    scripted_server server(context, test::encrypted(shown, test::welcome));
    const auto at = service_at("localhost", server.port());
    const auto failed =
        failure_of({.service = at, .ca_file = shown.certificate(), .pin = pin_of(other)});
    CHECK(failed.step == connect_step::wrong_key);
    CHECK(failed.message.find(pin_of(shown).text()) != std::string::npos);
    CHECK(failure_of({.service = at, .ca_file = other.certificate(), .pin = pin_of(shown)}).step ==
          connect_step::unknown_issuer);
}

TEST_CASE_METHOD(connecting,
                 "the service is told which host is meant, unless by address",
                 "[daemon]")
{
    const test_certificate shown;
    std::string named = "never asked";
    scripted_server server(context, test::encrypted(shown, [&](test::tls_stream& client) {
                               const auto* name = SSL_get_servername(client.native_handle(),
                                                                     TLSEXT_NAMETYPE_host_name);
                               named = name != nullptr ? name : "";
                               return test::welcome(client);
                           }));
    const auto host = GENERATE("localhost", "127.0.0.1");
    auto made =
        connect({.service = service_at(host, server.port()), .ca_file = shown.certificate()});
    REQUIRE(made);
    CHECK(first_words(*made) == "welcome");
    CHECK(named == (std::string(host) == "localhost" ? "localhost" : ""));
}

TEST_CASE_METHOD(connecting, "what answers without TLS, or with an old one, is refused", "[daemon]")
{
    const test_certificate shown;
    const auto old = test::context_showing(shown);
    SSL_CTX_set_security_level(old->native_handle(), 0);
    SSL_CTX_set_min_proto_version(old->native_handle(), TLS1_VERSION);
    SSL_CTX_set_max_proto_version(old->native_handle(), TLS1_1_VERSION);
    const auto part = GENERATE_COPY(test::saying("HTTP/1.1 400 Bad Request\r\n\r\n"),
                                    test::encrypted(old, test::welcome));
    scripted_server server(context, part);
    const auto failed = failure_of(
        {.service = service_at("localhost", server.port()), .ca_file = shown.certificate()});
    INFO(failed.message);
    CHECK(failed.step == connect_step::encrypt);
}

TEST_CASE_METHOD(connecting, "a service that says nothing is given up in time", "[daemon]")
{
    scripted_server server(context, test::say_nothing);
    const auto begun = std::chrono::steady_clock::now();
    const auto failed = failure_of({.service = service_at("localhost", server.port()),
                                    .limit = 500ms * e2e::slowdown()}); // it is reached by then
    CHECK(failed.step == connect_step::encrypt);
    CHECK(failed.timed_out);
    CHECK(std::chrono::steady_clock::now() - begun < 5s * e2e::slowdown());
}

TEST_CASE_METHOD(connecting, "a port where nobody listens, and a name that nobody has", "[daemon]")
{
    const e2e::kept_port nobodys;
    const auto failed = failure_of({.service = service_at("127.0.0.1", nobodys.number())});
    CHECK(failed.step == connect_step::reach);
    CHECK_FALSE(failed.timed_out);
    CHECK(failure_of({.service = service_at("nobody.invalid", 443), .limit = 2s}).step ==
          connect_step::resolve);
}

TEST_CASE_METHOD(connecting, "a file of authorities is read again on demand", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "authorities.pem";
    const test_certificate shown;
    const test_certificate other;
    scripted_server server(context, test::encrypted(shown, test::welcome));
    std::filesystem::copy_file(other.certificate(), file);
    auto& over = make({.service = service_at("localhost", server.port()), .ca_file = file});
    CHECK_FALSE(connect());

    std::ofstream(file) << "no certificate";
    CHECK(over.reload().error().find(file.string()) != std::string::npos);
    std::filesystem::remove(file);
    CHECK_FALSE(over.reload());
    CHECK_FALSE(connect());

    std::filesystem::copy_file(shown.certificate(), file);
    REQUIRE(over.reload());
    CHECK(connect());
}

TEST_CASE("a file of authorities that is none is named at once", "[daemon]")
{
    asio::io_context context(1);
    const auto made = connector::make(
        context.get_executor(), {.service = service_at("localhost", 1), .ca_file = "/nowhere.pem"});
    REQUIRE_FALSE(made);
    CHECK(made.error().find("/nowhere.pem") != std::string::npos);
}

TEST_CASE_METHOD(connecting, "a proxy is asked for a tunnel, and TLS goes through it", "[daemon]")
{
    const test_certificate shown(certificate_terms{.hosts = "DNS:phones.example"});
    scripted_server server(context, test::encrypted(shown, test::welcome));
    std::string request;
    scripted_server by(context,
                       test::proxy_to(server.port(), request, "HTTP/1.1 200 Go on\r\n\r\n"));
    auto made = connect({.service = service_at("phones.example", 8345),
                         .proxy = service::http::proxy{.host = "127.0.0.1",
                                                       .port = by.port(),
                                                       .authorization = "Basic YWRhOnA="},
                         .ca_file = shown.certificate()});
    REQUIRE(made);
    CHECK(first_words(*made) == "welcome");
    CHECK(request == "CONNECT phones.example:8345 HTTP/1.1\r\nHost: phones.example:8345\r\n"
                     "Proxy-Authorization: Basic YWRhOnA=\r\n\r\n");
}

TEST_CASE_METHOD(connecting, "a proxy that gives no tunnel is named", "[daemon]")
{
    struct row {
        const char* answer;
        const char* said;
    };
    const auto each =
        GENERATE(row{"HTTP/1.1 407 Who are you\r\nContent-Length: 2\r\n\r\nno", "password"},
                 row{"HTTP/1.1 403 No\r\n\r\n", "403"}, row{"HTTP/1.1 100 Go\r\n\r\n", "100"},
                 row{"SSH-2.0-OpenSSH\r\n\r\n", "no HTTP"}, row{"\r\n\r\n", "no HTTP"},
                 row{"HTTP/1.1 200 Go on\r\n\r\nand more", "more than an answer"});
    std::string request;
    scripted_server by(context, test::proxy_to(1, request, each.answer));
    const auto failed =
        failure_of({.service = service_at("phones.example", 443),
                    .proxy = service::http::proxy{.host = "127.0.0.1", .port = by.port()}});
    INFO(failed.message);
    CHECK(failed.step == connect_step::proxy);
    CHECK(failed.message.find("127.0.0.1:" + std::to_string(by.port())) != std::string::npos);
    CHECK(failed.message.find(each.said) != std::string::npos);
}

TEST_CASE_METHOD(connecting, "a proxy that says nothing, or all too much, is given up", "[daemon]")
{
    const auto part =
        GENERATE(test::part(test::say_nothing),
                 test::saying("HTTP/1.1 200 Go on\r\nX: " + std::string(20'000, 'x')));
    scripted_server by(context, part);
    const auto failed =
        failure_of({.service = service_at("phones.example", 443),
                    .proxy = service::http::proxy{.host = "127.0.0.1", .port = by.port()},
                    .limit = 1s * e2e::slowdown()});
    CHECK(failed.step == connect_step::proxy);
}

} // namespace thimble::daemon
