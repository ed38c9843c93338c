#include "device/wda/runner/connection.hpp"
#include "tests/device/run_until_done.hpp"
#include "tests/device/wda/fake_runner.hpp"

namespace thimble::tests {
namespace {

using device::problem;
using device::reached;
using device::wda::connection;
using std::chrono::milliseconds;

struct connected_runner {
    connected_runner() : runner(context), to(context.get_executor(), runner.opener(), options()) {}

    static connection::options options()
    {
        return {.udid = "A", .name = "test", .response_limit = 1000, .recorder = nullptr};
    }

    device::result<device::wda::response> ask(const device::wda::request& what)
    {
        return run_until_done(context, to.exchange(what));
    }

    boost::asio::io_context context;
    fake_runner runner;
    connection to;
};

constexpr milliseconds enough{2000};
const auto question = device::wda::get("/thing", enough);
const auto act = device::wda::post_once("/thing", "{}", enough);

} // namespace

TEST_CASE("exchanges share one connection", "[device]")
{
    connected_runner of;
    of.runner.on("GET /thing", {.status = 200, .body = "hello"});
    REQUIRE(of.ask(question));
    const auto again = of.ask(question);
    REQUIRE(again);
    CHECK(again->body == "hello");
    CHECK(of.runner.connections() == 1);
}

TEST_CASE("an error status is an answer like any other", "[device]")
{
    connected_runner of;
    const auto outcome = of.ask(question);
    REQUIRE(outcome);
    CHECK(outcome->status == 404);
}

TEST_CASE("a read is asked again when a kept connection breaks, and once only", "[device]")
{
    connected_runner of;
    of.runner.on("GET /thing", {.status = 200, .body = "hello"});
    REQUIRE(of.ask(question));
    of.runner.on("GET /thing", {.status = 0, .body = {}, .how = answered::manner::hang_up});
    const auto outcome = of.ask(question);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().cause == "connection_lost");
    CHECK(of.runner.count("GET /thing") == 3);
}

TEST_CASE("what is done once is not asked again", "[device]")
{
    connected_runner of;
    of.runner.on("POST /thing", {.status = 0, .body = {}, .how = answered::manner::hang_up});
    const auto outcome = of.ask(act);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().phone == reached::perhaps);
    CHECK(of.runner.count("POST /thing") == 1);
}

TEST_CASE("a silent runner runs out of time, and the next exchange starts afresh", "[device]")
{
    connected_runner of;
    of.runner.on("POST /thing", {.status = 0, .body = {}, .how = answered::manner::silence});
    auto impatient = act;
    impatient.limit = milliseconds(30);
    const auto outcome = of.ask(impatient);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().what == problem::timed_out);
    CHECK(outcome.error().phone == reached::perhaps);
    of.runner.on("GET /thing", {.status = 200, .body = "hello"});
    REQUIRE(of.ask(question));
    CHECK(of.runner.connections() == 2);
}

TEST_CASE("an answer above the limit is refused", "[device]")
{
    connected_runner of;
    of.runner.on("GET /thing", {.status = 200, .body = std::string(1001, 'x')});
    const auto outcome = of.ask(question);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().cause == "malformed_answer");
}

TEST_CASE("an answer that is not HTTP is refused", "[device]")
{
    connected_runner of;
    of.runner.on("GET /thing",
                 {.status = 0, .body = "\x16\x03\x01 what?\r\n\r\n", .how = answered::manner::raw});
    const auto outcome = of.ask(question);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().what == problem::refused);
}

TEST_CASE("a connection that the runner is going to close is not used again", "[device]")
{
    connected_runner of;
    of.runner.on("GET /thing", {.status = 0,
                                .body = "HTTP/1.1 200 x\r\nConnection: close\r\n"
                                        "Content-Length: 3\r\n\r\none",
                                .how = answered::manner::raw});
    REQUIRE(of.ask(question)->body == "one");
    REQUIRE(of.ask(question)->body == "one");
    CHECK(of.runner.connections() == 2);
}

TEST_CASE("bytes that nobody asked for are not taken for the next answer", "[device]")
{
    connected_runner of;
    const std::string twice = "HTTP/1.1 200 x\r\nContent-Length: 3\r\n\r\none"
                              "HTTP/1.1 200 x\r\nContent-Length: 3\r\n\r\ntwo";
    of.runner.on("GET /thing", {.status = 0, .body = twice, .how = answered::manner::raw});
    REQUIRE(of.ask(question)->body == "one");
    REQUIRE(of.ask(question)->body == "one");
    CHECK(of.runner.connections() == 2);
}

} // namespace thimble::tests
