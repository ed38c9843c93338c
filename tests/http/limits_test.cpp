// Times and numbers that bound what a client may take.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

namespace thimble::service::test {

using namespace std::chrono_literals;

TEST_CASE("a request that does not arrive in time is cut off", "[service]")
{
    limits quick;
    quick.http.request_time = 50ms;
    running_service running(quick);
    for (const std::string part : {"GET /v1/pho", "POST /v1/home HTTP/1.1\r\nHost: a\r\n"
                                                  "Content-Length: 5\r\n\r\n{"}) {
        http_client client(running.port());
        client.send(part);
        const auto answer = client.receive();
        CHECK(answer.status == 408);
        CHECK(answer.error() == "REQUEST_TIMEOUT");
        CHECK(client.closed());
    }
}

TEST_CASE("a connection that is not used is closed", "[service]")
{
    limits quick;
    quick.http.idle_time = 1s * e2e::slowdown(); // before the first request, too
    running_service running(quick);
    http_client client(running.port());
    CHECK(client.get("/v1/phones").status == 200);
    CHECK(client.closed());
}

TEST_CASE("a client that takes no answer is left", "[service]")
{
    limits quick;
    quick.http.response_time = 50ms;
    running_service running(quick);
    running.attach(phone("udid-1"));
    running.direct([](auto& desktop) {
        desktop.script = [](const link::command& what) {
            return picture(what, std::string(16UL * 1024 * 1024, 'p'));
        };
    });
    http_client greedy(running.port());
    greedy.send(std::string("GET /v1/screenshot HTTP/1.1\r\nHost: x\r\nX-API-Key: ") + api_key +
                "\r\n\r\n");
    http_client client(running.port());
    CHECK(client.get("/v1/phones").status == 200);
    running.stop(); // ends although the answer was never read
}

TEST_CASE("while all connections are being answered another one waits", "[service]")
{
    limits few;
    few.http.connections = 1;
    running_service running(few);
    running.attach(phone("udid-1"));
    running.direct([](auto& desktop) { desktop.hold(); });
    http_client first(running.port());
    first.send(
        std::string("POST /v1/home HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nX-API-Key: ") +
        api_key + "\r\n\r\n");
    REQUIRE(running.until([](const auto& seen) { return seen.started_jobs.size() == 1; }));
    http_client second(running.port());
    second.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    running.direct([](auto& desktop) { desktop.release(); });
    CHECK(first.receive().status == 200);
    CHECK(second.receive().status == 200);
}

TEST_CASE("a port that is in use is named with the reason, and nothing of our libraries",
          "[service]")
{
    running_service running;
    std::string problem;
    try {
        running_service({}, 2s,
                        [&](server_options& options) { options.listen.port(running.port()); });
    } catch (const std::exception& caught) {
        problem = caught.what();
    }
    CHECK(problem == "Cannot listen on 127.0.0.1:" + std::to_string(running.port()) +
                         ": Address already in use (stop the program that uses this address, or "
                         "choose another with --listen)");
}

} // namespace thimble::service::test
