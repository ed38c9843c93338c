// Large bodies of those who have no key: the service keeps none of them.
#include "tests/catch2.hpp"
#include "tests/service/service_with_phone.hpp"

#include <memory>
#include <sstream>
#include <vector>

namespace thimble::service::test {

using namespace std::string_literals;

namespace {

constexpr std::size_t megabyte = 1UL << 20U;

std::string head_of(const std::string& line, const std::string& fields)
{
    return line + " HTTP/1.1\r\nHost: x\r\n" + fields + "\r\n";
}

const std::string announced = "Content-Length: " + std::to_string(megabyte) + "\r\n";
const std::string key_line = "X-API-Key: "s + api_key + "\r\n";
const std::string in_pieces = "Transfer-Encoding: chunked\r\n";

/// A piece of a body that comes in pieces.
std::string piece(std::size_t length)
{
    std::ostringstream out;
    out << std::hex << length << "\r\n" << std::string(length, ' ') << "\r\n";
    return out.str();
}

} // namespace

TEST_CASE("whoever has no key is told so before a large body is read", "[service]")
{
    running_service running;
    for (const auto& [key, code] :
         {std::pair(""s, "AUTH_REQUIRED"s), {"X-API-Key: tk_nobodys\r\n"s, "INVALID_API_KEY"s}}) {
        http_client client(running.port());
        client.send(head_of("POST /v1/tap", key + announced)); // and no body
        const auto answer = client.receive();
        CHECK(answer.status == 401);
        CHECK(answer.error() == code);
        CHECK(answer.field("connection") == "close");
        CHECK(client.closed());
    }
}

TEST_CASE("nobody is asked to go on with a body that is not wanted", "[service]")
{
    running_service running;
    http_client client(running.port());
    client.send(head_of("POST /v1/tap", announced + "Expect: 100-continue\r\n"));
    CHECK(client.receive().status == 401);
    CHECK(client.closed());
}

TEST_CASE("many strangers with large bodies are all turned away", "[service]")
{
    running_service running;
    std::vector<std::unique_ptr<http_client>> crowd;
    for (int each = 0; each < 100; ++each) {
        crowd.push_back(std::make_unique<http_client>(running.port()));
        crowd.back()->send(head_of("POST /v1/tap", announced) + std::string(megabyte / 16, ' '));
    }
    for (const auto& each : crowd)
        CHECK(each->receive().status == 401); // with all the others still there
    CHECK(http_client(running.port()).get("/v1/phones").status == 200);
}

TEST_CASE("a stranger's body in pieces is read up to a few kilobytes", "[service]")
{
    running_service running;
    http_client small(running.port());
    small.send(head_of("POST /v1/tap", in_pieces) + piece(100) + "0\r\n\r\n");
    CHECK(small.receive().error() == "AUTH_REQUIRED");
    CHECK(small.ask("GET", "/healthz", {}).status == 200); // the connection goes on

    http_client large(running.port());
    large.send(head_of("POST /v1/tap", in_pieces) + piece(8000) + piece(8000)); // not all of it
    CHECK(large.receive().error() == "AUTH_REQUIRED");
    CHECK(large.closed());
}

TEST_CASE("a large body where none is taken is not read", "[service]")
{
    running_service running;
    for (const auto& [line, status] :
         {std::pair("GET /healthz"s, 200U), {"POST /nothing"s, 404U}, {"PUT /v1/tap"s, 405U}}) {
        http_client client(running.port());
        client.send(head_of(line, key_line + announced));
        const auto answer = client.receive();
        CHECK(answer.status == status);
        CHECK(answer.field("connection") == "close");
    }
}

TEST_CASE("whoever has a key may send a megabyte, in one or in pieces", "[service]")
{
    const with_phone on;
    const auto body = R"({"x": 1, "y": 2})"s;
    http_client client(on.running.port());
    client.send(head_of("POST /v1/tap", key_line + announced) + body +
                std::string(megabyte - body.size(), ' '));
    CHECK(client.receive().status == 200);
    client.send(head_of("POST /v1/tap", key_line + in_pieces) + "10\r\n" + body + "\r\n" +
                piece(100'000) + "0\r\n\r\n");
    CHECK(client.receive().status == 200);
}

} // namespace thimble::service::test
