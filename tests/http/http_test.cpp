// The HTTP server: connections, order of answers, bodies, ids.
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

namespace thimble::service::test {

namespace {

std::string get_request(const std::string& target, const std::string& more = "")
{
    return "GET " + target + " HTTP/1.1\r\nHost: x\r\nX-API-Key: " + api_key + "\r\n" + more +
           "\r\n";
}

std::string post_home(const std::string& more, const std::string& body)
{
    return std::string("POST /v1/home HTTP/1.1\r\nHost: x\r\nX-API-Key: ") + api_key + "\r\n" +
           more + "\r\n" + body;
}

} // namespace

TEST_CASE("a connection serves many requests", "[service]")
{
    running_service running;
    http_client client(running.port());
    for (int each = 0; each < 100; ++each)
        REQUIRE(client.get("/v1/phones").status == 200);
}

TEST_CASE("pipelined requests are answered in order", "[service]")
{
    running_service running;
    running.attach(phone("udid-1"));
    http_client client(running.port());
    client.send(post_home("Content-Length: 0\r\n", "") + get_request("/v1/status") +
                get_request("/nowhere") + get_request("/v1/phones"));
    CHECK(client.receive().json().at("action") == "home");
    CHECK(client.receive().json().contains("mac_app_running"));
    CHECK(client.receive().status == 404);
    CHECK(client.receive().json().is_array());
}

TEST_CASE("requests that arrive while one is answered are not lost", "[service]")
{
    running_service running;
    running.attach(phone("udid-1"));
    running.direct([](auto& desktop) { desktop.hold(); });
    http_client client(running.port());
    client.send(post_home("Content-Length: 0\r\n", ""));
    REQUIRE(running.until([](const auto& seen) { return seen.started_jobs.size() == 1; }));
    std::string many;
    for (int each = 0; each < 1000; ++each) // more than is read ahead
        many += get_request("/v1/status");
    client.send(many);
    running.direct([](auto& desktop) { desktop.release(); });
    CHECK(client.receive().json().at("status") == "completed");
    for (int each = 0; each < 1000; ++each)
        REQUIRE(client.receive().status == 200);
}

TEST_CASE("a client that stops sending is still answered", "[service]")
{
    running_service running;
    http_client client(running.port());
    client.send(get_request("/v1/phones") + get_request("/v1/status"));
    client.shut_sending();
    CHECK(client.receive().status == 200);
    CHECK(client.receive().status == 200);
    CHECK(client.closed());
}

TEST_CASE("a connection is closed when the client asks for it", "[service]")
{
    running_service running;
    http_client client(running.port());
    const auto answer = client.get("/v1/phones", {{"Connection", "close"}});
    CHECK(answer.field("connection") == "close");
    CHECK(client.closed());

    http_client old(running.port());
    old.send("GET /healthz HTTP/1.0\r\n\r\n");
    CHECK(old.receive().status == 200);
    CHECK(old.closed());
}

TEST_CASE("a body may come in chunks", "[service]")
{
    running_service running;
    running.attach(phone("udid-1"));
    http_client client(running.port());
    client.send(post_home("Transfer-Encoding: chunked\r\n", "1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"));
    CHECK(client.receive().status == 200);
    client.send(post_home("Transfer-Encoding: chunked\r\n", "3\r\n{x}\r\n0\r\n\r\n"));
    CHECK(client.receive().error() == "INVALID_JSON");
}

TEST_CASE("a client that expects to be told to go on is told", "[service]")
{
    running_service running;
    running.attach(phone("udid-1"));
    http_client client(running.port());
    client.send(post_home("Content-Length: 2\r\nExpect: 100-continue\r\n", ""));
    CHECK(client.receive().status == 100);
    client.send("{}");
    CHECK(client.receive().status == 200);

    http_client large(running.port());
    large.send(post_home("Content-Length: 2000000\r\nExpect: 100-continue\r\n", ""));
    CHECK(large.receive().status == 413);
}

TEST_CASE("a body that is too large is refused, wherever it says so", "[service]")
{
    running_service running;
    running.attach(phone("udid-1"));
    const std::string blank(1024 * 1024, ' ');
    http_client client(running.port());
    CHECK(client.post("/v1/home", blank).status == 200);

    const auto refused = client.post("/v1/home", blank + " ");
    CHECK(refused.status == 413);
    CHECK(refused.error() == "PAYLOAD_TOO_LARGE");
    CHECK(client.closed());

    http_client chunked(running.port());
    chunked.send(
        post_home("Transfer-Encoding: chunked\r\n", "100001\r\n" + blank + " \r\n0\r\n\r\n"));
    CHECK(chunked.receive().status == 413);

    http_client stranger(running.port());
    CHECK(stranger.ask("POST", "/v1/home", {}, blank + " ").status == 401);
}

TEST_CASE("headers that are too large are refused", "[service]")
{
    running_service running;
    http_client client(running.port());
    CHECK(client.get("/v1/phones", {{"X-Long", std::string(15'000, 'x')}}).status == 200);
    const auto refused = client.get("/v1/phones", {{"X-Long", std::string(17'000, 'x')}});
    CHECK(refused.status == 431);
    CHECK(refused.error() == "HEADERS_TOO_LARGE");
    CHECK(client.closed());

    http_client endless(running.port());
    endless.send("GET /" + std::string(100'000, 'x'));
    CHECK(endless.receive().status == 431);
}

TEST_CASE("every answer has an id, the client's where it has one", "[service]")
{
    running_service running;
    http_client client(running.port());
    CHECK(client.get("/v1/phones").field("x-request-id").size() == 36);
    CHECK(client.get("/v1/phones", {{"X-Request-Id", "mine-1.x_y"}}).field("x-request-id") ==
          "mine-1.x_y");
    for (const auto& odd : {std::string("a b"), std::string(65, 'x'), std::string("<script>")})
        CHECK(client.get("/nowhere", {{"X-Request-Id", odd}}).field("x-request-id").size() == 36);
}

TEST_CASE("every answer has a date and may not be sniffed or stored", "[service]")
{
    running_service running;
    http_client client(running.port());
    const auto answer = client.get("/v1/phones");
    CHECK(answer.field("date").ends_with(" GMT"));
    CHECK(answer.field("date").size() == 29);
    CHECK(answer.field("cache-control") == "no-store");
    CHECK(answer.field("x-content-type-options") == "nosniff");
}

} // namespace thimble::service::test
