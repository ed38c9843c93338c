// Requests that are no HTTP, or only half of it, or meant to harm.
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

#include <array>
#include <random>

namespace thimble::service::test {

using namespace std::string_literals;

TEST_CASE("what is not HTTP is refused and the connection closed", "[service]")
{
    running_service running;
    for (
        const auto& text : {
            "hello\r\n\r\n"s,
            "GET\r\n\r\n"s,
            "GET / HTTP/3.0\r\n\r\n"s,
            "GET / HTTP/1.1\r\n\r\n"s, // without a Host
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"s,
            "GET / HTTP/1.1\r\nHost : a\r\n\r\n"s,
            "GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n"s,
            "G\x01T / HTTP/1.1\r\nHost: a\r\n\r\n"s,
            "POST /v1/home HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n"s,
            "POST /v1/home HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"s,
            "POST /v1/home HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx"s,
            "POST /v1/home HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n"
            "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"s,
            "POST /v1/home HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"s,
            "POST /v1/home HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n"
            "Content-Length: 2\r\n\r\n{}"s,
            "POST /v1/home HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n"
            "Content-Length: 2\r\n\r\n{}"s,
            "POST /v1/home HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n"s,
            "POST /v1/home HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"
            "0\r\n\r\n"s,
            "POST /v1/home HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
            "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"s,
            "POST /v1/home HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"s,
            "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"s, // a TLS client
        }) {
        CAPTURE(text);
        http_client client(running.port());
        client.send(text);
        const auto answer = client.receive();
        CHECK(answer.status == 400);
        CHECK(answer.error() == "BAD_REQUEST");
        CHECK(answer.json().at("context").is_object());
        CHECK(client.closed());
    }
}

TEST_CASE("a path that cannot be decoded is a bad request", "[service]")
{
    running_service running;
    http_client client(running.port());
    for (const auto* path : {"/v1/%zz", "/v1/%00", "/v1/phones/%ff/info", "*"})
        CHECK(client.get(path).error() == "BAD_REQUEST");
}

TEST_CASE("a client that breaks off does no harm", "[service]")
{
    running_service running;
    for (const auto& part : {""s, "G"s, "GET /v1/phones HT"s, "GET / HTTP/1.1\r\nHost: "s,
                             "POST /v1/home HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"s}) {
        http_client client(running.port());
        client.send(part);
        client.close();
    }
    http_client client(running.port());
    CHECK(client.get("/v1/phones").status == 200);
}

TEST_CASE("a key in the query opens nothing", "[service]")
{
    running_service running;
    http_client client(running.port());
    CHECK(client.ask("GET", "/v1/phones?api_key="s + api_key, {}).status == 401);
}

TEST_CASE("a page of another origin gets no leave", "[service]")
{
    running_service running;
    http_client client(running.port());
    const auto answer =
        client.ask("OPTIONS", "/v1/tap",
                   {{"Origin", "https://evil.example"}, {"Access-Control-Request-Method", "POST"}});
    CHECK(answer.status == 204);
    for (const auto& [name, value] : answer.fields)
        CHECK_FALSE(name.starts_with("access-control"));
}

TEST_CASE("random octets never take the service down", "[service]")
{
    running_service running;
    std::mt19937 random(20261121);
    const std::array<std::string, 6> pieces{
        "GET ", "/v1/phones", " HTTP/1.1\r\n", "Host: x\r\n", "Content-Length: 3\r\n", "\r\n"};
    for (int round = 0; round < 200; ++round) {
        std::string text;
        for (int piece = 0; piece < 8; ++piece) {
            if (random() % 3 == 0)
                text += static_cast<char>(random() % 256);
            else
                text += pieces.at(random() % pieces.size());
        }
        http_client client(running.port());
        client.send(text);
        client.close();
    }
    http_client client(running.port());
    CHECK(client.get("/v1/phones").status == 200);
}

} // namespace thimble::service::test
