// Many connections at once: nobody is shut out by those that say nothing.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/links_fixture.hpp"
#include "tests/service/running_service.hpp"

#include <memory>
#include <vector>

namespace thimble::service::test {

using namespace std::chrono_literals;

namespace {

/// Long enough that only being closed for another can end an idle connection.
limits patient()
{
    limits out;
    out.http.first_request_time = 10min;
    out.http.idle_time = 10min;
    out.http.request_time = 10min;
    return out;
}

void trust_nobody(server_options& options)
{
    options.proxies = http::trusted_proxies::parse("").value();
}

using clients = std::vector<std::unique_ptr<http_client>>;

clients connect(std::uint16_t port, std::size_t count)
{
    clients out;
    for (std::size_t each = 0; each < count; ++each)
        out.push_back(std::make_unique<http_client>(port));
    return out;
}

/// The request's head is in, and its body is waited for.
void ask_slowly(http_client& with, const std::string& client)
{
    with.send("POST /v1/home HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n"
              "Expect: 100-continue\r\nX-Forwarded-For: " +
              client + "\r\n\r\n");
    REQUIRE(with.receive(true).status == 100);
}

} // namespace

TEST_CASE("connections that say nothing shut nobody out", "[service]")
{
    auto few = patient();
    few.http.connections = 8;
    running_service running(few);
    const auto silent = connect(running.port(), 20);
    http_client half(running.port());
    half.send("GET /heal");
    for (int each = 0; each < 20; ++each)
        CHECK(http_client(running.port()).get("/healthz").status == 200);
    CHECK(silent.front()->closed());
}

TEST_CASE("an address over its share loses its own oldest connection", "[service]")
{
    auto few = patient();
    few.http.connections_of_address = 2;
    running_service running(few, 2s, trust_nobody);
    http_client first(running.port());
    CHECK(first.get("/healthz").status == 200);
    http_client second(running.port());
    CHECK(second.get("/healthz").status == 200);
    http_client third(running.port());
    CHECK(third.get("/healthz").status == 200);
    CHECK(first.closed());
    CHECK(second.get("/healthz").status == 200);
}

TEST_CASE("a client of a proxy has a share of its own", "[service]")
{
    auto few = patient();
    few.http.connections_of_address = 1;
    running_service running(few);
    http_client greedy(running.port());
    ask_slowly(greedy, "192.0.2.1");
    const auto ask_from = [&](const std::string& client) {
        return http_client(running.port()).get("/v1/phones", {{"X-Forwarded-For", client}});
    };
    const auto refused = ask_from("192.0.2.1");
    CHECK(refused.status == 429);
    CHECK(refused.error() == "RATE_LIMITED");
    CHECK(refused.field("retry-after") == "1");
    CHECK(ask_from("192.0.2.2").status == 200);
    greedy.send("{}");
    CHECK(greedy.receive().status == 401);
    CHECK(ask_from("192.0.2.1").status == 200);
}

TEST_CASE("the first request has to come sooner than the next", "[service]")
{
    auto quick = patient();
    quick.http.first_request_time = 1s;
    running_service running(quick);
    http_client asked(running.port());
    CHECK(asked.get("/healthz").status == 200);
    http_client silent(running.port());
    CHECK(silent.closed());
    CHECK(asked.get("/healthz").status == 200);
}

TEST_CASE("two hundred desktops behind one address link, whatever its share", "[service]")
{
    constexpr int desktops = 200;
    with_links on([](server_options& options) {
        trust_nobody(options);
        options.limits.http.connections_of_address = 16;
        options.limits.links.heartbeat = 10min; // these desktops send none
        options.limits.enrolments.asked = {.per_second = 1000, .burst = 1000};
        options.limits.enrolments.asked_from_address = {.per_second = 1000, .burst = 1000};
    });
    std::vector<std::unique_ptr<link_peer>> links;
    std::vector<std::unique_ptr<frames_peer>> pictures;
    for (int each = 0; each < desktops; ++each) {
        const auto desk = on.enrol();
        auto link = std::make_unique<link_peer>(on.running.port(), desk.token);
        REQUIRE(link->status() == 101);
        link->say(with_links::hello_of(desk));
        const auto welcome = link->hear();
        REQUIRE(welcome);
        const auto epoch = std::get<link::welcome>(*welcome).epoch;
        pictures.push_back(std::make_unique<frames_peer>(on.running.port(), desk.token, epoch));
        links.push_back(std::move(link));
    }
    const auto connected = "\nthimble_desktops{link=\"connected\"} " +
                           std::to_string(desktops + 1) + "\n"; // and that of the fixture
    CHECK(on.client.ask("GET", "/metrics", {}).body.contains(connected));
}

} // namespace thimble::service::test
