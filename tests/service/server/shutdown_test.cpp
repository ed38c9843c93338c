#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/links_fixture.hpp"
#include "tests/service/running_service.hpp"
#include "tests/store/store_in.hpp"

#include <spdlog/spdlog.h>

namespace thimble::service::test {

TEST_CASE("idle connections do not hold up the end", "[service]")
{
    running_service running;
    http_client client(running.port());
    CHECK(client.get("/v1/phones").status == 200);
    running.stop();
    CHECK(client.closed());
}

TEST_CASE("a request under way is answered before the end", "[service]")
{
    running_service running;
    running.attach(phone("udid-1"));
    running.direct([](auto& desktop) { desktop.hold(); });
    http_client client(running.port());
    client.send(std::string("POST /v1/home HTTP/1.1\r\nHost: x\r\nX-API-Key: ") + api_key +
                "\r\nContent-Length: 0\r\n\r\n");
    REQUIRE(running.until([](const auto& seen) { return seen.started_jobs.size() == 1; }));
    running.begin_to_stop();
    running.direct([](auto& desktop) { desktop.release(); });
    const auto answer = client.receive();
    CHECK(answer.status == 200);
    CHECK(answer.field("connection") == "close");
    CHECK(client.closed());
    running.wait_for_end();
}

TEST_CASE("a desktop that has gone with a command is not waited for at the end", "[service]")
{
    with_links on(
        [](server_options& options) { options.limits.links.return_time = std::chrono::hours(1); });
    const auto desk = on.enrol();
    auto link = std::make_unique<link_peer>(on.running.port(), desk.token);
    auto said = with_links::hello_of(desk);
    said.phones = {phone("udid-1")};
    link->say(said);
    const auto connected = [&](std::size_t count) {
        return e2e::eventually(std::chrono::seconds(30), [&] {
            const auto seen = on.client.ask("GET", "/v1/phones?connected=true", on.ada());
            return seen.json().size() == count;
        });
    };
    REQUIRE(connected(1));
    REQUIRE(on.client.ask("POST", "/v1/home?async=true", on.ada()).status == 200);
    auto heard = link->hear();
    while (heard && !std::holds_alternative<link::command>(*heard))
        heard = link->hear();
    REQUIRE(heard);
    link.reset();
    REQUIRE(connected(0));
    on.running.stop();
}

TEST_CASE("what does not end is cut off at the end", "[service]")
{
    running_service running({}, std::chrono::milliseconds(50));
    running.attach(phone("udid-1"));
    running.direct([](auto& desktop) { desktop.hold(); });
    http_client client(running.port());
    CHECK(client.post("/v1/home?async=true").status == 200);
    client.send(std::string("POST /v1/home HTTP/1.1\r\nHost: x\r\nX-API-Key: ") + api_key +
                "\r\nContent-Length: 0\r\n\r\n");
    REQUIRE(running.until([](const auto& seen) { return seen.received.size() == 2; }));
    running.stop();
    CHECK(client.closed());
}

TEST_CASE("a port that is taken is named", "[service]")
{
    running_service running;
    boost::asio::io_context home;
    server_options taken;
    taken.listen = {boost::asio::ip::address_v4::loopback(), running.port()};
    taken.api_key = api_key;
    const e2e::temporary_directory state;
    taken.database = store::database_file::open(store::test::store_in(state.path())).value();
    server second(home.get_executor(), taken, spdlog::default_logger());
    try {
        second.open();
        FAIL("the port was given out twice");
    } catch (const std::exception& problem) {
        const std::string said = problem.what();
        CHECK(said.find("127.0.0.1:" + std::to_string(running.port())) != std::string::npos);
        CHECK(said.find("--listen") != std::string::npos);
    }
}

} // namespace thimble::service::test
