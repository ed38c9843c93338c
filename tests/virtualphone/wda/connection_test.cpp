// Commands that share a runner, answers to malformed requests, and answers under faults.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

using namespace thimble::virtualphone::tests;
using namespace std::chrono_literals;
using boost::beast::http::verb;
using nlohmann::json;
using thimble::virtualphone::fault;
using thimble::virtualphone::fault_kind;
using thimble::virtualphone::milliseconds;
using thimble::virtualphone::runner;
using thimble::virtualphone::web_driver_agent;

namespace {

constexpr double real_time = 1;

/// A press of `length` milliseconds.
std::string press_of(int length)
{
    return json{{"actions",
                 {{{"type", "pointer"},
                   {"id", "f"},
                   {"parameters", {{"pointerType", "touch"}}},
                   {"actions",
                    {{{"type", "pointerMove"}, {"x", 10}, {"y", 20}},
                     {{"type", "pause"}, {"duration", length}},
                     {{"type", "pointerUp"}}}}}}}}
        .dump();
}

void send_malformed(const std::string& request)
{
    INFO(request.substr(0, 80));
    virtual_runner runner;
    wda_client client(runner);
    client.send_raw(request);
    CHECK(client.receive().result_int() == 400);
    client.begin_receive();
    runner.run_until([&] { return client.closed(); });
}

} // namespace

TEST_CASE("the connection stays open whatever the client says", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.send_raw("GET /status HTTP/1.1\r\nConnection: close\r\n\r\n");
    CHECK(client.receive().result_int() == 200);
    CHECK(client.ask(verb::get, "/status").result_int() == 200);
}

TEST_CASE("pipelined requests are answered in order", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.send_raw("GET /wda/locked HTTP/1.1\r\n\r\nGET /nothing HTTP/1.1\r\n\r\n"
                    "GET /wda/locked HTTP/1.1\r\n\r\n");
    CHECK(client.receive().result_int() == 200);
    CHECK(client.receive().result_int() == 404);
    CHECK(client.receive().result_int() == 200);
}

TEST_CASE("a malformed request gets 400 and the end", "[virtualphone]")
{
    send_malformed("nonsense\r\n\r\n");
    send_malformed("POST /session HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    send_malformed("POST /session HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x");
    send_malformed("POST /session HTTP/1.1\r\nContent-Length: -1\r\n\r\n");
    send_malformed("POST /session HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n");
    send_malformed("GET /status HTTP/1.1\r\nno colon here\r\n\r\n");
    send_malformed("GET /status HTTP/1.1\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n");
    send_malformed("GET /" + std::string(20'000, 'x') + " HTTP/1.1\r\n\r\n");
}

TEST_CASE("one command at a time, from whatever connection", "[virtualphone]")
{
    virtual_runner runner("iPhone 15 Pro", real_time);
    wda_client first(runner);
    wda_client second(runner);
    const std::string session = first.begin_session();
    first.send(verb::post, session + "/actions", press_of(200));
    first.begin_receive();
    runner.run_until([&] { return !runner.touches().empty(); });

    second.send(verb::get, "/wda/locked");
    second.begin_receive();
    runner.run_until([&] { return second.received(); });
    CHECK(first.received());
    CHECK(runner.touches().size() == 2);
}

TEST_CASE("status and screenshots do not wait for a command", "[virtualphone]")
{
    virtual_runner runner("iPhone 15 Pro", real_time);
    wda_client first(runner);
    wda_client second(runner);
    const std::string session = first.begin_session();
    first.send(verb::post, session + "/actions", press_of(60'000));
    first.begin_receive();
    runner.run_until([&] { return !runner.touches().empty(); });

    CHECK(second.ask(verb::get, "/status").result_int() == 200);
    CHECK(second.ask(verb::get, "/screenshot").result_int() == 200);
    CHECK_FALSE(first.received());
}

TEST_CASE("deleting the session answers its commands, and the finger goes on", "[virtualphone]")
{
    virtual_runner runner("iPhone 15 Pro", real_time);
    wda_client first(runner);
    wda_client waiting(runner);
    wda_client second(runner);
    const std::string session = first.begin_session();
    first.send(verb::post, session + "/actions", press_of(3000)); // longer than what follows
    first.begin_receive();
    runner.run_until([&] { return !runner.touches().empty(); });
    waiting.send(verb::post, session + "/actions", press_of(10));
    waiting.begin_receive();

    CHECK(second.ask(verb::delete_, session).result_int() == 200);
    runner.run_until([&] { return first.received(); });
    CHECK(first.response().result_int() == 404);
    CHECK(runner.touches().size() == 1);
    runner.run_until([&] { return runner.touches().size() == 2; });

    CHECK(second.ask(verb::get, "/wda/locked").result_int() == 200);
    CHECK(waiting.closed() == false);
    CHECK(runner.touches().size() == 2); // the one that waited was never played
}

TEST_CASE("waits end by the settings", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    struct length {
        milliseconds whole;   // at least all waits
        milliseconds skipped; // at most all waits: this machine's own time is not in it
    };
    const auto length_of_a_tap = [&]() -> length {
        const auto began = std::chrono::steady_clock::now();
        const auto before = runner.device.clock.now();
        client.value(verb::post, "/wda/tap", {{"x", 10}, {"y", 20}});
        const auto whole = runner.device.clock.now() - before;
        return {whole, whole - milliseconds(std::chrono::steady_clock::now() - began)};
    };
    const auto patient = length_of_a_tap();
    client.value(verb::post, "/appium/settings", {{"settings", {{"waitForIdleTimeout", 0}}}});
    const auto impatient = length_of_a_tap();
    CHECK(patient.whole - impatient.skipped > milliseconds(150));
}

TEST_CASE("a dead runner leaves no port and no connection", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const std::string session = client.begin_session();
    client.begin_receive();
    runner.agent.set_runner(thimble::virtualphone::runner::dead);
    runner.run_until([&] { return client.closed(); });
    CHECK(runner.device.ports.find(web_driver_agent::command_port) == nullptr);
    CHECK(runner.device.ports.find(web_driver_agent::picture_port) == nullptr);

    runner.agent.set_runner(thimble::virtualphone::runner::running);
    wda_client again(runner);
    CHECK(again.ask(verb::get, session).result_int() == 404);
}

TEST_CASE("a hung runner is silent until it runs again", "[virtualphone]")
{
    virtual_runner runner;
    wda_client old(runner);
    CHECK(old.ask(verb::get, "/status").result_int() == 200);
    runner.agent.set_runner(thimble::virtualphone::runner::hung);
    wda_client fresh(runner);
    for (wda_client* client : {&old, &fresh}) {
        client->send(verb::get, "/status");
        client->begin_receive();
    }
    while (runner.context.poll_one() != 0) {
    }
    CHECK_FALSE(old.received());
    CHECK_FALSE(fresh.received());
    runner.agent.set_runner(thimble::virtualphone::runner::running);
    runner.run_until([&] { return old.received() && fresh.received(); });
}

TEST_CASE("shutting down answers and ends the runner", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    CHECK(client.ask(verb::get, "/wda/shutdown").body() == "Shutting down");
    client.begin_receive();
    runner.run_until([&] { return client.closed(); });
    CHECK(runner.device.runner == thimble::virtualphone::runner::dead);
}

TEST_CASE("faults show as often as they are asked to", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto set = [&](const char* service, fault_kind kind, milliseconds length = {}) {
        runner.device.faults.set(service, fault{kind, 1, length});
    };
    SECTION("an error")
    {
        set("wda", fault_kind::error);
        CHECK(client.ask(verb::get, "/status").result_int() == 500);
        CHECK(client.ask(verb::get, "/status").result_int() == 200);
    }
    SECTION("an answer that is not JSON")
    {
        set("wda", fault_kind::corrupt);
        CHECK(json::parse(client.ask(verb::get, "/status").body(), nullptr, false).is_discarded());
        CHECK(client.ask(verb::get, "/status").result_int() == 200);
    }
    SECTION("an answer in small pieces, or late, comes whole")
    {
        set("wda", GENERATE(fault_kind::trickle, fault_kind::delay), milliseconds(1));
        CHECK(json::parse(client.ask(verb::get, "/wda/locked").body())["value"] == false);
    }
    SECTION("an answer cut in the middle")
    {
        set("wda", fault_kind::cut);
        client.send(verb::get, "/status");
        client.begin_receive();
        runner.run_until([&] { return client.closed(); });
    }
    SECTION("silence on one connection")
    {
        set("wda", fault_kind::hang);
        client.send(verb::get, "/status");
        wda_client other(runner);
        CHECK(other.ask(verb::get, "/status").result_int() == 200);
    }
    SECTION("a session that has gone")
    {
        const std::string session = client.begin_session();
        set("wda.session", fault_kind::error);
        CHECK(client.ask(verb::get, session + "/window/rect").result_int() == 404);
        CHECK(json::parse(client.ask(verb::get, "/status").body())["sessionId"] == nullptr);
    }
    SECTION("a screen that cannot be captured, an application that crashed")
    {
        set("wda.screenshot", fault_kind::error);
        CHECK(client.ask(verb::get, "/screenshot").result_int() == 500);
        set("wda.application", fault_kind::error);
        CHECK(client.ask(verb::get, "/window/size").result_int() == 400);
    }
    SECTION("a main queue that hangs leaves status alone")
    {
        set("wda.queue", fault_kind::hang, 1h);
        client.send(verb::get, "/wda/locked");
        client.begin_receive();
        wda_client other(runner);
        CHECK(other.ask(verb::get, "/status").result_int() == 200);
        CHECK_FALSE(client.received());
    }
}
