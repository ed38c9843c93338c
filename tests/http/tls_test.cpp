// The API over TLS: the same conversation, encrypted.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/test_certificate.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <array>
#include <fstream>

namespace thimble::service::test {

namespace asio = boost::asio;
namespace ssl = asio::ssl;
namespace beast = boost::beast;
using e2e::test_certificate;

namespace {

std::shared_ptr<http::certificate> loaded(const test_certificate& from)
{
    auto made = http::certificate::load(
        http::tls_files{.certificate = from.certificate(), .key = from.key()});
    REQUIRE(made);
    return *made;
}

std::function<void(server_options&)> shows(std::shared_ptr<http::certificate> what)
{
    return [what](server_options& options) { options.certificate = what; };
}

std::string problem_of(const std::filesystem::path& certificate, const std::filesystem::path& key)
{
    const auto made =
        http::certificate::load(http::tls_files{.certificate = certificate, .key = key});
    REQUIRE_FALSE(made);
    return made.error();
}

bool mentions(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

/// A client that trusts one certificate alone.
class encrypted_client {
public:
    encrypted_client(std::uint16_t port, const test_certificate& trusted)
    {
        with_.load_verify_file(trusted.certificate().string());
        stream_.set_verify_mode(ssl::verify_peer);
        stream_.next_layer().connect({asio::ip::address_v4::loopback(), port});
        stream_.handshake(ssl::stream_base::client);
    }

    void send(const std::string& text) { asio::write(stream_, asio::buffer(text)); }

    beast::http::response<beast::http::string_body> receive()
    {
        beast::http::response_parser<beast::http::string_body> parser;
        parser.body_limit(boost::none);
        beast::http::read(stream_, buffer_, parser);
        return parser.release();
    }

    /// All that comes up to this text and with it.
    std::string receive_until(const std::string& text)
    {
        std::string out;
        std::array<char, 4096> chunk{};
        while (out.find(text) == std::string::npos)
            out.append(chunk.data(), stream_.read_some(asio::buffer(chunk)));
        return out;
    }

    /// End of the other side: eof after a proper goodbye.
    boost::system::error_code ending()
    {
        char one = 0;
        boost::system::error_code failed;
        stream_.read_some(asio::buffer(&one, 1), failed);
        return failed;
    }

private:
    asio::io_context context_;
    ssl::context with_{ssl::context::tls_client};
    ssl::stream<asio::ip::tcp::socket> stream_{context_, with_};
    beast::flat_buffer buffer_;
};

std::string get(const std::string& target, const std::string& more = "")
{
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " + api_key + "\r\n" +
           more + "\r\n";
}

} // namespace

TEST_CASE("over TLS a browser's cookie is for encrypted ways alone", "[service]")
{
    const test_certificate made;
    running_service running({}, std::chrono::seconds(2), shows(loaded(made)));
    std::string link;
    running.at_home([&] { link = running.service().make_sign_in_link().value(); });
    encrypted_client client(running.port(), made);
    client.send(get(link));
    const auto answer = client.receive();
    CHECK(answer.result_int() == 303);
    CHECK(answer[beast::http::field::set_cookie].ends_with("; Secure"));
}

TEST_CASE("requests are answered over TLS, many on a connection, in order", "[service]")
{
    const test_certificate made;
    running_service running({}, std::chrono::seconds(2), shows(loaded(made)));
    encrypted_client client(running.port(), made);
    client.send(get("/v1/phones") + get("/nowhere"));
    CHECK(client.receive().result_int() == 200);
    CHECK(client.receive().result_int() == 404);
    client.send(get("/v1/phones", "Connection: close\r\n"));
    CHECK(client.receive().result_int() == 200);
    CHECK(client.ending() == asio::error::eof);
}

TEST_CASE("a phone is watched over TLS, and its end is a proper one", "[service]")
{
    const test_certificate made;
    running_service running({}, std::chrono::seconds(2), shows(loaded(made)));
    running.attach(phone("udid-1"));
    encrypted_client client(running.port(), made);
    client.send(get("/v1/stream"));
    CHECK(client.receive_until("--thimble-picture\r\n").starts_with("HTTP/1.1 200"));
    running.direct([](auto& desktop) { desktop.show(live_frame("a picture")); });
    CHECK(mentions(client.receive_until("a picture\r\n--thimble-picture\r\n"), "X-Frame-Id: "));
    running.begin_to_stop();
    CHECK(client.ending() == asio::error::eof);
    running.wait_for_end();
}

TEST_CASE("a large body and a large picture pass through TLS", "[service]")
{
    const test_certificate made;
    running_service running({}, std::chrono::seconds(2), shows(loaded(made)));
    running.attach(phone("udid-1"));
    const std::string large(8UL * 1024 * 1024, 'p');
    running.direct([&](auto& desktop) {
        desktop.script = [&](const link::command& what) { return picture(what, large); };
    });
    encrypted_client client(running.port(), made);
    client.send(get("/v1/screenshot"));
    CHECK(client.receive().body() == large);
    client.send(std::string("POST /v1/home HTTP/1.1\r\nHost: x\r\nX-API-Key: ") + api_key +
                "\r\nContent-Length: 1048577\r\n\r\n" + std::string(1048577, ' '));
    CHECK(client.receive().result_int() == 413);
}

TEST_CASE("a client that does not speak TLS, or never ends its handshake, is left", "[service]")
{
    const test_certificate made;
    limits quick;
    quick.http.first_request_time = std::chrono::seconds(2); // lengthened by the fixture
    running_service running(quick, std::chrono::seconds(2), shows(loaded(made)));
    http_client plain(running.port());
    plain.send(get("/v1/phones"));
    CHECK(plain.closed());
    http_client silent(running.port());
    CHECK(silent.closed());
    encrypted_client client(running.port(), made);
    client.send(get("/v1/phones"));
    CHECK(client.receive().result_int() == 200);
}

TEST_CASE("an old TLS is refused", "[service]")
{
    const test_certificate made;
    running_service running({}, std::chrono::seconds(2), shows(loaded(made)));
    asio::io_context context;
    ssl::context with(ssl::context::tls_client);
    SSL_CTX_set_security_level(with.native_handle(), 0);
    SSL_CTX_set_max_proto_version(with.native_handle(), TLS1_1_VERSION);
    ssl::stream<asio::ip::tcp::socket> old(context, with);
    old.next_layer().connect({asio::ip::address_v4::loopback(), running.port()});
    boost::system::error_code failed;
    old.handshake(ssl::stream_base::client, failed);
    CHECK(failed);
}

TEST_CASE("TLS 1.2 is spoken with forward secrecy and authenticated encryption only", "[service]")
{
    const test_certificate made;
    running_service running({}, std::chrono::seconds(2), shows(loaded(made)));
    const auto agrees_on = [&](const char* cipher) {
        asio::io_context context;
        ssl::context with(ssl::context::tls_client);
        SSL_CTX_set_max_proto_version(with.native_handle(), TLS1_2_VERSION);
        REQUIRE(SSL_CTX_set_cipher_list(with.native_handle(), cipher) == 1);
        ssl::stream<asio::ip::tcp::socket> client(context, with);
        client.next_layer().connect({asio::ip::address_v4::loopback(), running.port()});
        boost::system::error_code failed;
        client.handshake(ssl::stream_base::client, failed);
        return !failed;
    };
    for (const auto* strong : {"ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384",
                               "ECDHE-ECDSA-CHACHA20-POLY1305"})
        CHECK(agrees_on(strong));
    for (const auto* weak : {"ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384"})
        CHECK_FALSE(agrees_on(weak));
}

TEST_CASE("the end waits for what is under way over TLS", "[service]")
{
    const test_certificate made;
    running_service running({}, std::chrono::seconds(2), shows(loaded(made)));
    running.attach(phone("udid-1"));
    running.direct([](auto& desktop) { desktop.hold(); });
    encrypted_client idle(running.port(), made);
    encrypted_client client(running.port(), made);
    client.send(std::string("POST /v1/home HTTP/1.1\r\nHost: x\r\nX-API-Key: ") + api_key +
                "\r\nContent-Length: 0\r\n\r\n");
    REQUIRE(running.until([](const auto& seen) { return seen.started_jobs.size() == 1; }));
    running.begin_to_stop();
    running.direct([](auto& desktop) { desktop.release(); });
    CHECK(client.receive().result_int() == 200);
    CHECK(client.ending() == asio::error::eof);
    running.wait_for_end();
}

TEST_CASE("a new certificate is for new connections, a bad one for none", "[service]")
{
    const test_certificate first("first");
    const test_certificate second("second");
    const test_certificate shown;
    const auto copy = [&](const test_certificate& from) {
        const auto over = std::filesystem::copy_options::overwrite_existing;
        std::filesystem::remove(shown.key());
        std::filesystem::copy_file(from.key(), shown.key());
        std::filesystem::copy_file(from.certificate(), shown.certificate(), over);
    };
    copy(first);
    const auto held = loaded(shown);
    running_service running({}, std::chrono::seconds(2), shows(held));
    encrypted_client early(running.port(), first);

    copy(second);
    running.at_home([&] { CHECK(held->reload()); });
    CHECK_THROWS(encrypted_client(running.port(), first));
    encrypted_client late(running.port(), second);
    for (auto* client : {&early, &late}) {
        client->send(get("/v1/phones"));
        CHECK(client->receive().result_int() == 200);
    }

    std::ofstream(shown.certificate()) << "no certificate";
    running.at_home([&] { CHECK_FALSE(held->reload()); });
    encrypted_client still(running.port(), second);
    still.send(get("/v1/phones"));
    CHECK(still.receive().result_int() == 200);
}

TEST_CASE("a wrong certificate or key is one clear line", "[service]")
{
    const test_certificate made;
    const test_certificate other;
    const e2e::temporary_directory folder;
    const auto garbage = folder.path() / "garbage.pem";
    std::ofstream(garbage) << "-----BEGIN NONSENSE-----\n";
    std::filesystem::permissions(garbage, std::filesystem::perms::owner_read);
    const auto missing = folder.path() / "missing.pem";

    CHECK(mentions(problem_of(missing, made.key()), "missing.pem"));
    CHECK(mentions(problem_of(made.certificate(), missing), "missing.pem"));
    CHECK(mentions(problem_of(garbage, made.key()), "holds no certificate"));
    CHECK(mentions(problem_of(made.certificate(), garbage), "holds no private key"));
    CHECK(mentions(problem_of(made.certificate(), other.key()), "another certificate"));
    CHECK(mentions(problem_of(made.certificate(), folder.path()), "no file"));
    using std::filesystem::perms;
    std::filesystem::permissions(made.key(), perms::owner_read | perms::others_read);
    CHECK(mentions(problem_of(made.certificate(), made.key()), "chmod 600"));
}

} // namespace thimble::service::test
