// Two nodes of one service that find each other through a real server of NATS.
#include "bus/nats_transport.hpp"
#include "tests/bus/nats_server.hpp"
#include "tests/service/nodes/two_nodes.hpp"

#include <spdlog/sinks/null_sink.h>

namespace thimble::service::test {

namespace {

transport_of_node way_through(const bus::test::nats_server& server)
{
    return [url = server.url()](const boost::asio::any_io_executor& home, const std::string& name) {
        return bus::nats_transport::make(
            home, bus::nats_address::parse(url).value(),
            std::make_shared<spdlog::logger>(name,
                                             std::make_shared<spdlog::sinks::null_sink_mt>()));
    };
}

/// nullptr where there is no such program, which is said.
std::unique_ptr<bus::test::nats_server> started_server()
{
    const auto program = bus::test::nats_server::installed();
    if (program)
        return std::make_unique<bus::test::nats_server>(*program);
    WARN("The server of NATS is not installed: skipped (scripts/setup)");
    return nullptr;
}

} // namespace

TEST_CASE("a tap goes through NATS to the node with the link", "[service][nodes][nats]")
{
    const auto server = started_server();
    if (!server)
        return;
    two_nodes on(way_through(*server));
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    const auto job_id = on.tap(*on.here);
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    CHECK(command->job_id == job_id);
    link->say(two_nodes::success_of(*command));
    CHECK(on.ended(*on.here, job_id).at("status") == "completed");
}

TEST_CASE("without NATS every node is cut off, and with it none any more", "[service][nodes][nats]")
{
    const auto server = started_server();
    if (!server)
        return;
    two_nodes on(way_through(*server));
    const auto link = on.link_at(on.there.running.port());
    REQUIRE(on.connected(*on.here, 1));
    server->stop();
    for (auto* const each : {on.here.get(), &on.there.running}) {
        CHECK(two_nodes::becomes_cut_off(*each, *link));
        http_client client(each->port());
        CHECK(client.ask("GET", "/readyz", {}).status == 503);
    }
    server->start();
    for (auto* const each : {on.here.get(), &on.there.running})
        CHECK(two_nodes::becomes_cut_off(*each, *link, false));
    REQUIRE(on.connected(*on.here, 1));
    const auto job_id = on.tap(*on.here);
    const auto command = two_nodes::hear<link::command>(*link);
    REQUIRE(command);
    link->say(two_nodes::success_of(*command));
    CHECK(on.ended(*on.here, job_id).at("status") == "completed");
}

} // namespace thimble::service::test
